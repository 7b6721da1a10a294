import type { Source } from './source'

/** Most lines of a file below its imports; the first row that matches counts. */
const FILE_LINES: readonly { files: RegExp; most: number; remedy: string }[] = [
  {
    files: /^src\/resources\/.+\//,
    most: 90,
    remedy: 'move what it does to a behaviour, or the fields to a field group',
  },
  { files: /^src\/api\/record-types\//, most: 400, remedy: 'let scripts/record-types say it in less' },
  { files: /^src\/hosts\//, most: 120, remedy: 'a host translates one host and nothing more' },
  { files: /./, most: 300, remedy: 'split it by idea' },
]
/** For code and comments. Tables in tests may be wider. */
const LINE_LENGTH = 120
const NARROW = /^(src|examples|scripts|scenarios|bench)\//

export function sizeComplaints(sources: Iterable<Source>): string[] {
  return [...sources].flatMap(({ path, text, lines }) => {
    const limit = FILE_LINES.find(({ files }) => files.test(path))
    const count = text
      .replace(/^import [^']*'[^']+'\n/gm, '')
      .trim()
      .split('\n').length
    const tooLong = limit && count > limit.most
    const fileComplaints = tooLong
      ? [`${path}: ${count} lines below the imports, at most ${limit.most}; ${limit.remedy}`]
      : []
    const lineComplaints = lines.flatMap((line, i) =>
      NARROW.test(path) && line.length > LINE_LENGTH
        ? [`${path}:${i + 1}: ${line.length} characters, at most ${LINE_LENGTH}; break it`]
        : [],
    )
    return [...fileComplaints, ...lineComplaints]
  })
}

const BAD_NAMES = /(^|\/)(utils?|helpers?|common|misc)(\.ts)?(\/|$)/

export function nameComplaints(paths: readonly string[]): string[] {
  return paths
    .filter((path) => /\.[cm]?tsx?$/.test(path))
    .flatMap((path) => [
      ...(/^[a-z0-9/.-]+$/.test(path) ? [] : [`${path}: write file names in kebab-case`]),
      ...(BAD_NAMES.test(path) ? [`${path}: name it after what it holds`] : []),
    ])
}

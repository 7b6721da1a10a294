import type { Source } from './source'

/** Written by a program, from the names of record types. */
const GENERATED = /^src\/api\/record-types\//

/** The words of definitions are read as members: `f.text`. */
const VOCABULARY = /^src\/engine\/schema\//

/** Exports of one name. A reader who searches for it must find one thing. */
export function doubleNames(sources: Iterable<Source>): string[] {
  const declared = [...sources]
    .filter(({ path }) => path.startsWith('src/') && !GENERATED.test(path))
    .flatMap(({ path, exports }) =>
      exports
        .filter(({ isDeclared }) => isDeclared)
        .map(({ name, isType, line }) => ({
          name: VOCABULARY.test(path) && !isType ? `f.${name}` : name,
          path,
          place: `${path}:${line}`,
        })),
    )
  const first = new Map<string, (typeof declared)[number]>()
  return declared.flatMap((one) => {
    const other = first.get(one.name)
    if (other === undefined) first.set(one.name, one)
    return other && other.path !== one.path
      ? [`${one.place}: ${other.place} exports ${one.name}, too; name each after what it is, or keep one`]
      : []
  })
}

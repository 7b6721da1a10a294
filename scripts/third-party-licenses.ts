import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

interface BuildResult {
  metafile?: { inputs: Record<string, unknown> } | undefined
}
interface Plugin {
  name: string
  setup(build: { onEnd(callback: (result: BuildResult) => void): void }): void
}

/**
 * Writes the licences of every package whose code ended up in a bundle, found from what was really bundled. One plugin
 * serves all builds.
 */
export function thirdPartyLicenses(file: string): Plugin {
  const folders = new Set<string>()
  return {
    name: 'third-party-licenses',
    setup(build) {
      build.onEnd((result) => {
        const inputs = Object.keys(result.metafile?.inputs ?? {})
        mkdirSync(dirname(file), { recursive: true })
        for (const folder of packageFolders(inputs)) folders.add(folder)
        writeFileSync(file, licensesOf([...folders].sort()))
      })
    },
  }
}

function packageFolders(inputs: readonly string[]): string[] {
  const folders = inputs.map((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0])
  return [...new Set(folders)].filter((folder) => folder !== undefined)
}

function licensesOf(folders: readonly string[]): string {
  const parts = ['accounting-simulator contains code of the following packages.\n', ...folders.map(licenseOf)]
  return `${parts.join('\n')}\n`
}

function licenseOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const title = `${name} ${version} (${license})`
  const rule = '-'.repeat(title.length)
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  if (file === undefined) throw new Error(`${title} carries no licence file`)
  return `${rule}\n${title}\n${rule}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
}

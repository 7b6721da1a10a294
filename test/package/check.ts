import { pack, run, type Tarball } from './consumer'
import { checkDeclarations, checkListing } from './contents'
import { inLanes, type Job } from './lanes'
import { alone, everyEntryTyped, msw2, msw3, oldestMsw, python, typed, zod } from './programs'
import { PROJECTS, projectNamed, readyProject } from './projects'
import { step } from './step'

/**
 * Packs the project as npm would, installs the tarball in empty folders and lets small programs use it there.
 * Run after `npm run build`. With names of example projects it runs those and nothing else.
 */
async function check(asked: readonly string[]): Promise<void> {
  const tarball = await pack()
  if (asked.length > 0) {
    for (const name of asked) await (await readyProject(projectNamed(name), tarball))()
    return
  }
  checkListing(tarball.files)
  checkDeclarations('dist')
  const browsing: Job[] = []
  const projects = PROJECTS.map((project) => async () => {
    const run = await readyProject(project, tarball)
    if (project.browses) browsing.push(run)
    else await run()
  })
  const programs = [everyEntryTyped, msw2, typed, alone, python, msw3, oldestMsw, zod].map(
    (use) => () => use(tarball),
  )
  // What is installed or compiled keeps one core busy, or waits.
  await inLanes(2, [...projects, ...programs, () => resolves(tarball)])
  for (const run of browsing) await run()
  process.stdout.write('The packed tarball works.\n')
}

/** Resolvers before `exports` existed look for files; the OpenAPI document has no types to be found. */
function resolves({ path }: Tarball): Promise<void> {
  return step('types resolve for every kind of importer', () =>
    run('npx', ['attw', path, '--exclude-entrypoints', './openapi.json']),
  )
}

await check(process.argv.slice(2)).catch((error: unknown) => {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})

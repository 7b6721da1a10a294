import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createSimulator } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import { runExplore } from '../../src/command/explore'
import { isForRealTime, KIND_NAMES, kindOf } from '../../src/tools/explore/plan/kinds'
import { runCommand } from '../support/run-command'
import { temporaryFolder } from '../support/temporary-folder'
import { sampled } from '../support/thorough'
import { ROUTE } from './tiny'

const PUSH = [process.execPath, fileURLToPath(new URL('programs/push.mjs', import.meta.url))]

const run = (...args: string[]) => runCommand((output) => runExplore(args, output))

const at = (kind: string): string => JSON.stringify([{ on: ROUTE, request: 1, do: kind }])
const UNIQUE = ['--unique', 'invoices.reference_number']

describe('accounting-simulator explore, programs in real time', () => {
  it('a program without keys: its story', async () => {
    const { status, out } = await run(...UNIQUE, '--runs', '10', '--', ...PUSH)
    expect(status).toBe(1)
    expect(out).toContain('x the invoice with reference_number R-1 is there twice')
    expect(out).toContain(`1. ${ROUTE} #1, try 1 (R-1): carried out (created Invoice 1), the answer was lost`)
  }, 60_000)

  it('the last line is a command that plays the plan again', async () => {
    const { out } = await run(...UNIQUE, '--runs=10', '--seed', '7', '--', ...PUSH)
    const again = /^ {2}Again: (.*)$/m.exec(out)?.[1] as string
    expect(again).toMatch(/^npx accounting-simulator explore --unique invoices\.reference_number --plan '\[/)
    // What a shell makes of it.
    const words = execFileSync('sh', ['-c', `printf '%s\\0' ${again}`], { encoding: 'utf8' })
    const { out: told } = await run(...words.split('\0').slice(3, -1))
    expect(told).toContain('x the invoice with reference_number R-1 is there twice')
    expect(told).toContain(`Again: ${again}`)
  }, 60_000)

  /** Changes of refusals, of which this program gets none. */
  const REFUSALS = ['evolve-error-member', 'evolve-error-text']
  const kinds = KIND_NAMES.filter(
    (kind) =>
      isForRealTime(kind) && ['request', 'write'].includes(kindOf(kind).to) && !REFUSALS.includes(kind),
  )
  it.each([
    ...sampled(kinds, 4).map((kind) => [kind, 'R-1', 0] as const),
    ['crash-after', '', 1],
    ['slow', '', 1],
  ] as const)(
    '%s with the key "%s" ends with %i',
    async (kind, key, expected) => {
      const { status, out, error } = await run(...UNIQUE, '--plan', at(kind), '--json', '--', ...PUSH, key)
      expect(error).toBe('')
      expect(JSON.parse(out)).toMatchObject({ unreached: [] })
      expect(status).toBe(expected)
    },
    60_000,
  )

  it.each([
    ['', 1, 'R-1 is there twice'],
    ['R-1', 0, 'survived 1 plan'],
  ])(
    'a shell script with the key "%s" ends with %i',
    async (key, expected, text) => {
      const script = fileURLToPath(new URL('programs/push.sh', import.meta.url))
      const { status, out } = await run(...UNIQUE, '--plan', at('lose'), '--', 'sh', script, key)
      expect(out).toContain(text)
      expect(status).toBe(expected)
    },
    60_000,
  )

  it('a crash takes the program behind a shell, too', async () => {
    const folder = temporaryFolder()
    const [program, file] = [
      fileURLToPath(new URL('programs/late.mjs', import.meta.url)),
      join(folder, 'told'),
    ]
    const line = `${process.execPath} ${program} ${file}; exit $?`
    const { status } = await run(...UNIQUE, '--plan', at('crash-after'), '--', 'sh', '-c', line)
    // A program that had survived would tell so by now.
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect([status, readFileSync(file, 'utf8')]).toEqual([0, 'began began alive began alive '])
    // Whoever waited for what it leaves behind would wait for the time-out of half a minute.
  }, 25_000)

  it('proposes a check, with which the search finds what is created twice', async () => {
    const { status, out } = await run('propose', '--', ...PUSH)
    expect(status).toBe(0)
    expect(out).toContain(
      "// The invoice is there once.\nawait once('/public/v1/invoices/', 'reference_number', [\n  ['R-1', '10.00'],\n])",
    )
    const folder = temporaryFolder()
    const file = join(folder, 'check.mjs')
    writeFileSync(file, out)
    const explored = (key: string) => run('--plan', at('lose'), '--check', `node ${file}`, '--', ...PUSH, key)
    expect(await explored('R-1')).toMatchObject({ status: 0 })
    expect((await explored('')).out).toContain(
      'x /public/v1/invoices/: reference_number R-1 is there 2 times',
    )
    expect(await run('propose', '--', process.execPath, '-e', 'process.exit(3)')).toMatchObject({
      status: 2,
      error: expect.stringContaining('program fails without any misfortune'),
    })
  }, 60_000)

  it('two shards, merged, are the whole search; the command that plays the plan again has no shard', async () => {
    const folder = temporaryFolder()
    const files = [1, 2].map((index) => join(folder, `${index}.json`))
    const args = [...UNIQUE, '--faults', 'network', '--runs', '4']
    for (const [key, expected] of sampled([['', 1] as const, ['R-1', 0] as const], 2)) {
      for (const [at, file] of files.entries())
        await run(...args, '--shard', `${at + 1}/2`, '--report', file, '--', ...PUSH, key)
      const timeless = ({ out, ...rest }: Awaited<ReturnType<typeof run>>) => ({
        ...rest,
        out: out.replace(/, [\d.]+ s later/g, ''),
      })
      const whole = await run(...args, '--', ...PUSH, key)
      expect(timeless(await run('merge', ...files))).toEqual({ ...timeless(whole), status: expected })
    }
    expect(await run('merge', ...files.slice(1))).toMatchObject({
      status: 2,
      error: expect.stringContaining('reports must be of all shards, but 1/2 is missing'),
    })
  }, 120_000)

  it('an answer that another one overtakes', async () => {
    const together = fileURLToPath(new URL('programs/together.mjs', import.meta.url))
    const is = '"phone":"'
    const check = `curl -s -H "X-API-KEY: $ACCOUNTING_API_KEY" "$ACCOUNTING_URL/public/v1/customers/1/" | grep -qF '${is}'$(cat "$ACCOUNTING_DATA/phone")`
    const { status, out } = await run(
      '--faults',
      'orders',
      '--runs',
      '5',
      '--check',
      check,
      '--',
      process.execPath,
      together,
    )
    expect(out).toContain('overtaken by PUT /public/v1/customers/{}/ #2, try 1 (id 1) -> 200')
    expect(status).toBe(1)
  }, 60_000)

  it.each(sampled([['two-files', 1] as const, ['renamed', 0] as const], 2))(
    'a program that keeps a sum and its cursor: %s, ends with %i',
    async (way, expected) => {
      const folder = temporaryFolder()
      const world = createSimulator()
      world.make.invoices(3, {
        company_id: 1,
        customer_id: 1,
        items: [{ item_id: 1, quantity: 1, rate: '10.00' }],
      })
      writeFileSync(join(folder, 'world.json'), JSON.stringify(world.export()))
      const kept = `grep -q -e '^30$' -e '"sum":30,' "$ACCOUNTING_DATA"/s* || { echo "the sum is wrong"; false; }`
      const args = ['--world', join(folder, 'world.json'), '--check', kept]
      const program = [process.execPath, fileURLToPath(new URL('programs/sums.mjs', import.meta.url)), way]
      const file = way === 'renamed' ? 'state' : 'sum'
      const plan = [{ on: `WRITE ${file}`, write: 1, do: 'write-crash-after' }]
      const again = await run(...args, '--plan', JSON.stringify(plan), '--json', '--', ...program)
      expect(again.error).toBe('')
      expect(JSON.parse(again.out)).toMatchObject({ unreached: [], survived: expected === 0 })
      const lines: string[] = []
      const line = (text: string) => void lines.push(text)
      const runs = expected === 0 ? 7 : 14
      const { status, out } = await runCommand((output) =>
        runExplore([...args, '--runs', String(runs), '--', ...program], {
          ...output,
          progress: () => line,
        }),
      )
      expect(status).toBe(expected)
      expect(out).toContain(
        expected === 0 ? `survived ${runs} plans` : '1. WRITE sum #1: your program was killed just after',
      )
      // The child process is started again at once.
      expect(out).not.toContain('a minute later')
      expect(lines[0]).toMatch(
        /^plan 3 of \d+, 1 places? reached, \d+ steps seen( \(\d+ new\))?, \d+ s left$/,
      )
      expect(lines.at(-1)).toBe('')
    },
    60_000,
  )

  it.each<[check: string, told: RegExp]>([
    ['./nothere.sh', /not found/],
    [fileURLToPath(import.meta.url), /denied/i],
    ['true && nothere', /not found/],
  ])('a check that cannot be started says nothing of the program: %s', async (check, told) => {
    const { status, out, error } = await run('--check', check, '--runs', '3', '--', ...PUSH, 'R-1')
    expect([status, out]).toEqual([2, ''])
    expect(error).toMatch(/^accounting-simulator explore: the check could not be started: /)
    expect(error).toMatch(told)
  })

  it.each([
    ['and ends well', 'true', 'Warning: the program neither sent', 2],
    ['and fails', 'false', 'No request reached the service', 1],
  ])('a program that sends nothing %s hears of ACCOUNTING_URL', async (_, program, told, expected) => {
    const { status, out } = await run('--runs', '3', '--', program)
    expect(status).toBe(expected)
    expect(out).toContain(told)
    expect(out).toMatch(/the address in ACCOUNTING_URL/)
    expect(out).not.toMatch(/axios|msw|stage/)
  })

  it('a check of its own sees the service, with the controls', async () => {
    const check = `curl -sf "$ACCOUNTING_URL/__simulator/" > /dev/null && echo "not what I want" && false`
    const { status, out } = await run('--check', check, '--plan', '[]', '--', ...PUSH, 'R-1')
    expect(out).toContain('x not what I want')
    expect(status).toBe(1)
  }, 60_000)

  it.each(sampled([['', false, 3] as const, ['R-1', true, 5] as const], 2))(
    'the report is that of one plan at a time, with the key "%s"',
    async (key, survived, runs) => {
      const reports: unknown[][] = []
      for (const workers of ['1', '3']) {
        const { out } = await run(...UNIQUE, '--runs=5', '--workers', workers, '--json', '--', ...PUSH, key)
        const { failure, reached, warnings, ...report } = JSON.parse(out)
        reports.push([report.survived, report.runs, failure?.plan, failure?.complaint, reached, warnings])
      }
      expect(reports[0]?.slice(0, 2)).toEqual([survived, runs])
      expect(reports[1]).toEqual(reports[0])
    },
    120_000,
  )

  it('a program that cannot run twice at once meets one plan at a time', async () => {
    const lock = join(temporaryFolder(), 'lock')
    const alone = ['sh', '-c', `mkdir ${lock} || exit 9; "$@"; code=$?; rmdir ${lock}; exit $code`, 'sh']
    const plans = ['--runs', '6', '--workers', '3', '--faults', 'network']
    expect((await run(...UNIQUE, ...plans, '--', ...alone, ...PUSH, 'R-1')).out).toContain('survived')
  }, 60_000)

  it.each(['1', '2'])(
    'a program that leaves something to its next run is not deterministic, with %s at a time',
    async (workers) => {
      const file = join(temporaryFolder(), 'cursor')
      const once = ['sh', '-c', 'test -e "$0" || { "$@" && touch "$0"; }', file, ...PUSH, 'R-1']
      const { status, out } = await run('--runs', '4', '--workers', workers, '--', ...once)
      expect(out).toContain('two calm runs differ')
      expect(status).toBe(1)
    },
    60_000,
  )

  it('ends the other run when one cannot be judged', async () => {
    const folder = temporaryFolder()
    const [here, pid] = [join(folder, 'here'), join(folder, 'pid')]
    const line = `mkdir ${here} || { echo $$ > ${pid}; exec sleep 50; }; sleep 0.7; rmdir ${here}`
    const args = ['--workers', '2', '--timeout', '60', '--check', `test ! -e ${pid} || exit 127`]
    expect(await run(...args, '--', 'sh', '-c', line)).toMatchObject({ status: 2 })
    expect(() => process.kill(Number(readFileSync(pid, 'utf8')), 0)).toThrow('ESRCH')
  }, 60_000)

  it('a program that does not end, and one that fails', async () => {
    const late = await run('--timeout', '1', '--plan', '[]', '--', 'sleep', '20')
    expect(late.out).toContain('ran longer than the time-out')
    const failing = await run('--plan', '[]', '--', 'sh', '-c', 'echo no luck; exit 3')
    expect(failing.out).toContain('the last run, which is calm, ended with 3: no luck')
    const uncaught = await run('--plan', '[]', '--', 'node', '-e', "throw new TypeError('no luck')")
    expect(uncaught.out).toContain('the last run, which is calm, ended with 1: TypeError: no luck')
  }, 60_000)

  it.each([
    [[], 'explore needs a program: '],
    [
      ['--faults', 'wild', '--', 'true'],
      '--faults must be one of orders, network, production, cosmic, evolution',
    ],
    [['--unique', 'invoices.reference', '--', 'true'], "'reference', perhaps reference_number"],
    [['--unique', 'invoices', '--', 'true'], '--unique must be a record type and a member'],
    [['--runs', 'many', '--', 'true'], '--runs must be a whole number'],
    [['--workers', '0', '--', 'true'], '--workers must be a whole number above 0'],
    [['--shard', '9/8', '--', 'true'], "--shard must be a share such as '3/8'"],
    [['merge', 'no-such-file.json'], 'the report no-such-file.json cannot be read'],
    [['merge', '--runs', '4', 'x.json'], 'there is no option --runs'],
    [['propose', '--runs', '4', '--', 'true'], 'there is no option --runs'],
    [['--world', 'no-such-file.json', '--', 'true'], '--world no-such-file.json cannot be read'],
    [
      ['--report', '/no/such/folder/x.json', '--', 'true'],
      '--report /no/such/folder/x.json cannot be written',
    ],
    [['--plan', '[', '--', 'true'], '--plan must be JSON'],
    [['--plan', '[{}]', '--', 'true'], 'plan[0].do must be one of'],
  ])('%j ends with 2', async (args, message) => {
    const { status, error } = await run(...args)
    expect(status).toBe(2)
    expect(error).toContain(message)
  })

  it('help', async () => {
    expect(await run('--help')).toMatchObject({
      status: 0,
      out: expect.stringContaining('explore [options] --'),
    })
  })
})

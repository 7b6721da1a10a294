import type { Source } from './source'

interface BannedWord {
  readonly word: RegExp
  /** The remedy. */
  readonly use: string
  readonly within: RegExp
  readonly except?: RegExp
  /** Looks into comments and strings, too. */
  readonly everywhere?: true
}

const SRC = /^src\//
const ALL = /^(src|test|examples|bench|scenarios|scripts)\//
/** The doors to the host's clock and timers. */
const HOST =
  /^src\/(host-time\/|time\/virtual-timers\.ts|hosts\/|command\/|virtual-time\/|tools\/(end-of-wait\.ts|(receiver|matchers|ending|inspector|explore\/(host|run))\/))/
const SYNCHRONOUS = /^src\/(kernel|engine|resources|assumptions|events\/traffic|service\/http)\//
/** Reading a body is asynchronous, and so is waiting for a delayed response. */
const ASYNC_DOORS = /^src\/service\/http\/(simulator-fetch|read-bytes|responses\/held-responses)\.ts$/

const BANNED: readonly BannedWord[] = [
  { word: /\bDate\b/, use: 'clock.now, or host-time.ts for the wall clock', within: SRC, except: HOST },
  { word: /\bMath\.random\b/, use: 'random.fraction()', within: SRC },
  {
    word: /\brandomUUID\b|\bcrypto\./,
    use: 'random.uuid() or random.token()',
    within: SRC,
    // Ids and tokens of sandboxes are secrets, so nobody may be able to work them out.
    except: /^src\/sandbox\/ids-and-tokens\.ts$/,
  },
  { word: /\b(setTimeout|setInterval|setImmediate)\b/, use: 'clock.schedule()', within: SRC, except: HOST },
  { word: /\bAbortSignal\.timeout\b/, use: 'host-time.ts', within: SRC, except: HOST },
  { word: /\bperformance\./, use: 'clock.now', within: SRC, except: HOST },
  {
    word: /\bprocess\./,
    use: 'an option',
    within: SRC,
    except: /^src\/(hosts|command|virtual-time|tools\/explore\/host)\//,
  },
  { word: /\b(localeCompare|toLocale\w+|Intl)\b/, use: 'an order by code units', within: SRC },
  {
    word: /\b(await|async)\b|\.then\(/,
    use: 'a synchronous function',
    within: SYNCHRONOUS,
    except: ASYNC_DOORS,
  },
  {
    // Tables that hold no records are named by a constant, or have a function of their own.
    word: /(?<!\b[A-Z_]+\)|(?:plansOf|plansIn|statesIn)\(\w+\)|\b(?:files|plans|sequences))\.put\(/,
    use: 'save, changeRow or putOwnedRow',
    within: /^src\/engine\//,
    except: /^src\/engine\/write\/save\.ts$/,
  },
  {
    // A sentence is for people. What code needs of an event is data in its reason.
    word: /\b(why|detail|summary)[!?]?\.(match|matchAll|includes|startsWith|endsWith|split|replace|replaceAll|indexOf|search)\(|\.(exec|test)\([\w.!?]*\b(why|detail|summary|message)\)|\bmessage\.(match|includes|startsWith|split|replace)\(/,
    use: 'data in `reason`, or of the error',
    within: SRC,
  },
  { word: /\bcontext: (Audit)?Scope\b/, use: 'scope, because a context has an actor', within: SRC },
  { word: /(:|\bas)\s*any\b/, use: 'unknown and a check', within: ALL },
  { word: /@ts-(ignore|nocheck)/, use: 'a type that holds', within: ALL, everywhere: true },
  { word: /\b(TODO|FIXME|HACK)\b/, use: 'the work itself, or an issue', within: ALL, everywhere: true },
  { word: /\b(it|test|describe)\.(only|todo|skip)\b/, use: 'a test that runs', within: /^(test|examples)\// },
]

export function wordComplaints(sources: Iterable<Source>): string[] {
  return [...sources].flatMap((source) => BANNED.flatMap((banned) => complaintsAbout(source, banned)))
}

function complaintsAbout({ path, lines, codeLines }: Source, banned: BannedWord): string[] {
  const { word, use, within, except, everywhere } = banned
  // These files have to name the words.
  if (!within.test(path) || except?.test(path) || path.startsWith('test/tidy/')) return []
  return (everywhere ? lines : codeLines).flatMap((line, i) => {
    const found = word.exec(line)
    return found ? [`${path}:${i + 1}: "${found[0]}"; use ${use}`] : []
  })
}

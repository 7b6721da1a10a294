import { defineComponent, h, onBeforeUnmount, onMounted, ref, shallowRef } from 'vue'
import { partsOf } from '../sections'
import { PRESETS } from './presets'
import { type Run, runProgram } from './run-program'

const [FIRST = ''] = Object.keys(PRESETS)
/** The choice beside the examples. */
const OWN = 'Your program'

/** A link holds the program itself, so nothing is stored anywhere. */
const shared = (program: string): string => `#program=${encodeURIComponent(program)}`
/** Undefined if the link was damaged on its way. */
function sharedIn(hash: string): string | undefined {
  try {
    return decodeURIComponent(hash.slice(shared('').length))
  } catch {
    return undefined
  }
}
const isExample = (program: string): boolean => Object.values(PRESETS).includes(program)

/** A program, a button that runs it in the tab, and the panel that shows what happened. */
export const Playground = defineComponent(() => {
  const program = ref(PRESETS[FIRST] ?? '')
  /** The reader's own program, which an example must not overwrite. */
  const own = ref<string>()
  const printed = ref('')
  const told = ref('')
  const whole = ref<HTMLElement>()
  const panel = ref<HTMLElement>()
  const output = ref<HTMLElement>()
  const colour = shallowRef<(program: string) => string>()
  let last: Run | undefined
  let seen: IntersectionObserver | undefined
  let runs = 0

  const write = (text: string) => {
    program.value = text
    if (!isExample(text)) own.value = text
  }
  const stop = () => {
    runs += 1
    last?.end()
    last = undefined
    panel.value?.replaceChildren()
    return runs
  }
  // A program may never end, so a new run takes the place of one that is under way.
  const run = async (isAsked: boolean) => {
    const mine = stop()
    printed.value = 'Running…'
    const next = await runProgram(program.value)
    if (mine !== runs) return next.end()
    last = next
    const text = await next.printed
    if (mine !== runs) return
    printed.value = text
    const shown = await next.panel()
    if (mine !== runs) return
    panel.value?.replaceChildren(shown)
    // On a small screen it stands below the program.
    if (isAsked) output.value?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }
  const share = async () => {
    history.replaceState(history.state, '', shared(program.value))
    await navigator.clipboard?.writeText(location.href).catch(() => {})
    told.value = 'The address of this page holds the program now.'
  }
  onMounted(() => {
    if (location.hash.startsWith(shared(''))) {
      const given = sharedIn(location.hash)
      if (given === undefined) told.value = 'The program in this link is damaged. Here is an example instead.'
      else if (given !== '') write(given)
    }
    // The simulator and the panel are large, and many readers do not scroll to them.
    seen = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      seen?.disconnect()
      void run(false)
      void import('./highlight').then(({ coloured }) => {
        colour.value = coloured
      })
    })
    if (whole.value) seen.observe(whole.value)
  })
  onBeforeUnmount(() => {
    seen?.disconnect()
    stop()
  })

  const shownOutput = () =>
    partsOf(printed.value).map(({ text, href }) => (href === undefined ? text : h('a', { href }, text)))
  const choose = ({ target }: Event) => {
    program.value = PRESETS[(target as HTMLSelectElement).value] ?? own.value ?? ''
    told.value = ''
    void run(true)
  }
  return () =>
    h('div', { class: 'playground', ref: whole }, [
      h('div', { class: 'program' }, [
        h('div', { class: 'bar' }, [
          h(
            'select',
            {
              'aria-label': 'Example',
              value: Object.keys(PRESETS).find((name) => PRESETS[name] === program.value) ?? OWN,
              onChange: choose,
            },
            [...Object.keys(PRESETS), ...(own.value === undefined ? [] : [OWN])].map((name) =>
              h('option', { value: name }, name),
            ),
          ),
          h('button', { type: 'button', title: 'Ctrl+Enter', onClick: () => run(true) }, 'Run'),
          h('button', { type: 'button', class: 'quiet', onClick: share }, 'Share'),
          h('span', { role: 'status' }, told.value),
        ]),
        h('div', { class: 'editor' }, [
          // Below the text that is typed, which is the same and cannot be seen. A last line that is empty has a height, too.
          h('pre', {
            'aria-hidden': true,
            ...(colour.value
              ? { innerHTML: `${colour.value(program.value)} ` }
              : { textContent: `${program.value} ` }),
          }),
          h('textarea', {
            'aria-label': 'Program',
            spellcheck: false,
            autocapitalize: 'off',
            value: program.value,
            onInput: ({ target }: Event) => {
              write((target as HTMLTextAreaElement).value)
            },
            onKeydown: (event: KeyboardEvent) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void run(true)
            },
          }),
        ]),
        h(
          'pre',
          {
            ref: output,
            class: 'output',
            'aria-label': 'Output',
            role: 'region',
            'aria-live': 'polite',
            tabindex: 0,
          },
          shownOutput(),
        ),
      ]),
      h('div', { class: 'panel', ref: panel }),
    ])
})

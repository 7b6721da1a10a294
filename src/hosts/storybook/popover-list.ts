import {
  type FocusEvent,
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useRef,
} from 'react'

/** The item that a key leads to, among so many. */
const STEPS: Readonly<Record<string, (at: number, length: number) => number>> = {
  ArrowDown: (at, length) => (at + 1) % length,
  ArrowUp: (at, length) => (at + length - 1) % length,
  Home: () => 0,
  End: (_, length) => length - 1,
}

const isOpen = (list: HTMLElement | null): boolean => list?.matches(':popover-open') === true

interface PopoverList {
  readonly list: RefObject<HTMLDivElement | null>
  readonly button: RefObject<HTMLButtonElement | null>
  /** Properties of the element that has both. */
  readonly around: Pick<HTMLAttributes<HTMLElement>, 'onPointerDownCapture' | 'onBlur' | 'onKeyDown'>
  /** A click on the button. */
  readonly toggle: (event: MouseEvent<HTMLElement>) => void
  readonly close: () => void
}

/** A list below a button, which closes and has keys as menus do. */
export function usePopoverList(): PopoverList {
  const list = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  // The browser closes the list before the click on its button arrives.
  const wasOpen = useRef(false)
  const close = (): void => void (isOpen(list.current) && list.current?.hidePopover())
  useEffect(() => {
    // A click into the story is no event of this window.
    window.addEventListener('blur', close)
    return () => window.removeEventListener('blur', close)
  }, [])
  return {
    list,
    button,
    around: {
      onPointerDownCapture() {
        wasOpen.current = isOpen(list.current)
      },
      onBlur({ currentTarget, relatedTarget }: FocusEvent) {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) close()
      },
      onKeyDown: (event: KeyboardEvent) => press(event, list.current, button.current),
    },
    toggle({ currentTarget, detail }) {
      // A click by a key has no detail, and no pointer before it.
      if (detail > 0 ? wasOpen.current : isOpen(list.current)) close()
      else open(list.current, currentTarget)
    },
    close,
  }
}

/** Below the button that opens it, and not beyond the window. */
function open(list: HTMLElement | null, button: HTMLElement): void {
  if (!list) return
  list.showPopover()
  const { left, bottom } = button.getBoundingClientRect()
  const leftMost = Math.max(0, Math.min(left, innerWidth - list.offsetWidth))
  Object.assign(list.style, { left: `${leftMost}px`, top: `${bottom}px` })
  const [first] = list.querySelectorAll('button')
  const ticked = list.querySelector<HTMLElement>('[aria-pressed=true]') ?? first
  ticked?.focus()
}

/** The keys of an open list. */
function press(event: KeyboardEvent, list: HTMLElement | null, button: HTMLElement | null): void {
  if (!list || !isOpen(list)) return
  const items = [...list.querySelectorAll('button')]
  const at = items.indexOf(document.activeElement as HTMLButtonElement)
  const step = STEPS[event.key]
  if (step) items[step(at, items.length)]?.focus()
  else if (event.key === 'Escape') {
    list.hidePopover()
    button?.focus()
  } else return
  // Storybook has shortcuts of its own.
  event.preventDefault()
  event.stopPropagation()
}

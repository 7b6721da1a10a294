import { createElement, type ReactNode } from 'react'
import { Button } from 'storybook/internal/components'
import { styled, useTheme } from 'storybook/theming'
import { usePopoverList } from './popover-list'

/** Lines of pictures of 14 by 14 pixels. */
const ICONS = {
  clock: 'M7 1a6 6 0 1 1 0 12A6 6 0 1 1 7 1M7 3.5V7l2.5 1.5',
  database: 'M2 3c0-2.7 10-2.7 10 0v8c0 2.7-10 2.7-10 0zc0 2.7 10 2.7 10 0M2 7c0 2.7 10 2.7 10 0',
  lightning: 'M8 1 2.5 8H7l-1 5 5.5-7H7z',
} as const

const NARROW = '@media (max-width: 1000px)'
/** Beside Storybook's own tools there is little room in a narrow window. */
const Tool = styled.div({ [NARROW]: { '& > button': { padding: '0 6px' } } })
const Wide = styled.span({ display: 'contents', [NARROW]: { display: 'none' } })
const Narrow = styled.span({ display: 'none', fontSize: 11, lineHeight: 1.2, [NARROW]: { display: 'block' } })

interface MenuItem {
  readonly name: string
  /** Undefined where nothing is chosen for good. */
  readonly isChosen?: boolean
  /** A line stands above it. */
  readonly beginsGroup?: boolean
  readonly act: () => unknown
}

interface MenuParts {
  readonly icon: keyof typeof ICONS
  readonly text: string
  /** Two lines in the place of icon and text in a narrow window, which else has the icon alone. */
  readonly short?: readonly [string, string]
  readonly title: string
  /** The name of the list. */
  readonly label: string
  readonly isLit?: boolean
  readonly isDisabled?: boolean
  readonly items: readonly MenuItem[]
}

/** A button of the toolbar with a list below it. Storybook 9 and 10 have no menu in common. */
export function Menu({
  icon,
  text,
  short,
  title,
  label,
  isLit = false,
  isDisabled = false,
  items,
}: MenuParts): ReactNode {
  const { list, button, around, toggle, close } = usePopoverList()
  const { background, color, appBorderColor, appBorderRadius } = useTheme()
  const style = {
    inset: 'auto',
    margin: 0,
    padding: 4,
    background: background.content,
    color: color.defaultText,
    border: `1px solid ${appBorderColor}`,
    borderRadius: appBorderRadius,
  }
  const groupLine = { marginTop: 4, borderTop: style.border, borderRadius: 0 }
  const item = ({ name, isChosen, beginsGroup, act }: MenuItem): ReactNode =>
    createElement(
      Button,
      {
        key: name,
        variant: 'ghost',
        ...(isChosen !== undefined && { 'aria-pressed': isChosen }),
        style: {
          display: 'flex',
          width: '100%',
          justifyContent: 'flex-start',
          ...(beginsGroup && groupLine),
        },
        onClick() {
          close()
          act()
        },
      },
      isChosen !== undefined &&
        createElement('span', { 'aria-hidden': true, style: { width: 14 } }, isChosen ? '✓' : ''),
      name,
    )
  const picture = createElement(
    'svg',
    { width: 14, height: 14, fill: 'none', stroke: 'currentColor', 'aria-hidden': true },
    createElement('path', { d: ICONS[icon] }),
  )
  return createElement(
    Tool,
    around,
    createElement(
      Button,
      {
        ref: button,
        variant: 'ghost',
        'aria-haspopup': true,
        active: isLit,
        disabled: isDisabled,
        title,
        onClick: toggle,
      },
      short ? createElement(Wide, null, picture) : picture,
      createElement(Wide, null, text),
      short && createElement(Narrow, null, ...short.map((line) => createElement('div', { key: line }, line))),
    ),
    createElement(
      'div',
      { ref: list, popover: 'auto', role: 'group', 'aria-label': label, style },
      items.map(item),
    ),
  )
}

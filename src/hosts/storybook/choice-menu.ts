import { createElement, type ReactNode } from 'react'
import { useGlobals } from 'storybook/manager-api'
import { Menu } from './menu'
import { CHOICES, OWN } from './toolbar'

/** A menu that puts something in the place of the story's own, and ticks what is chosen. */
export function ChoiceMenu({ name }: { readonly name: keyof typeof CHOICES }): ReactNode {
  const [globals, update, ofStory] = useGlobals()
  const { description, title, icon, items } = CHOICES[name]
  const value = String(globals[name] ?? OWN)
  const chosen = items.find((item) => item.value === value)
  return createElement(Menu, {
    icon,
    text: value === OWN || !chosen ? title : chosen.title,
    title: description,
    label: description,
    isLit: value !== OWN,
    isDisabled: name in ofStory,
    items: items.map((item) => ({
      name: item.value === OWN ? 'of the story' : item.value,
      isChosen: item.value === value,
      act: () => update({ [name]: item.value }),
    })),
  })
}

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createSimulator } from 'accounting-simulator'
import { matchers } from 'accounting-simulator/matchers'
import { describe, expect, test } from 'vitest'
import { llmsFullText, llmsText } from '../../scripts/llms'
import { readProjectFile } from '../tidy/source-tree'
import { commandsOf, understood } from './commands'

const rootPath = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

describe('what agents read', () => {
  test('llms.txt has a line for each page', () => {
    const text = llmsText()
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => path)
    expect(links).toEqual(
      expect.arrayContaining(['docs/agents.md', 'docs/recipes/webhooks.md', 'docs/service.md']),
    )
    expect(links.filter((path) => !existsSync(rootPath(path)))).toEqual([])
    expect(text.length).toBeLessThan(10_000)
    for (const line of text.split('\n').filter((one) => one.startsWith('- '))) expect(line).toMatch(/\S\.$/)
    expect(llmsFullText()).toContain(readProjectFile('docs/service.md'))
  })

  test('the skill names what there is', async () => {
    const skill = readProjectFile('skills/test-an-integration/SKILL.md')
    expect(skill).toMatch(/^---\nname: test-an-integration\ndescription: .{40,}\n---\n/)
    const pages = [...skill.matchAll(/docs\/[\w/-]+\.md/g)].map(([path]) => path)
    expect(pages.filter((path) => !existsSync(rootPath(path)))).toEqual([])
    const named = [...skill.matchAll(/\bto(?:Have|Be)\w+/g)].map(([name]) => name)
    expect(Object.keys(matchers)).toEqual(expect.arrayContaining(named))
    for (const [, fault = ''] of skill.matchAll(/^\| `(\{ \w+:.*?\})`/gm)) {
      const then = JSON.parse(fault.replaceAll("'", '"').replace(/(\w+):/g, '"$1":'))
      expect(createSimulator().faults.inject({ then })).toMatchObject({ hits: 0 })
    }
    const commands = [...skill.matchAll(/`(npx accounting-simulator (?:init|explore|mcp)[^`]*)`/g)]
    expect(commands.length).toBeGreaterThan(2)
    for (const [, command = ''] of commands)
      for (const one of commandsOf('README.md', command)) await understood(one)
    const tools = readProjectFile('docs/agents.md')
    for (const [, name = ''] of skill.matchAll(/[`\w/.)] \[([a-z_]+)/g))
      expect(tools).toContain(`\`${name}\``)
  })
})

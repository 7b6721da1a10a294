import hljs from 'highlight.js/lib/core'
import javascript from 'highlight.js/lib/languages/javascript'

hljs.registerLanguage('javascript', javascript)

/** The program as HTML, with a class for each kind of word. */
export const coloured = (program: string): string => hljs.highlight(program, { language: 'javascript' }).value

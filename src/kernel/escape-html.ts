const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a text for HTML. Replaces invisible characters, such as changes of the writing direction. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter).replace(/[\p{Cf}]/gu, '\uFFFD')

/** A self-contained page without scripts. `body` is HTML. */
export const htmlPage = (title: string, style: string, body: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
${body}
</html>
`

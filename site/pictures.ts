/** HTML of a picture of the panel as two: the page's style shows the one of its theme. */
export function lightAndDark(html: string): string {
  if (!/src="[^"]*pictures\/[\w-]+\.png"/.test(html)) return html
  const inTheme = (name: string, image: string): string => image.replace('<img', `<img class="${name}-only"`)
  return inTheme('light', html) + inTheme('dark', html.replace('.png"', '-dark.png"'))
}

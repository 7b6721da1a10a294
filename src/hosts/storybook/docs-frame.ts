/** The height of a story's frame on a docs page, until the story has rendered. */
export const FRAME_HEIGHT = '320px'
const HIGHEST = 800

/** The frame of a story on a docs page becomes as high as the story. Returns the function that ends this. */
export function fitFrame(height: unknown): () => void {
  if (height !== FRAME_HEIGHT || !isOnDocsPage()) return () => undefined
  const box = window.frameElement?.parentElement
  const root = document.getElementById('storybook-root')
  if (!box || !root) return () => undefined
  // The margins of its first and last element belong to the story.
  root.style.display = 'flow-root'
  const observer = new ResizeObserver(() => {
    const { paddingTop, paddingBottom } = getComputedStyle(document.body)
    const content = root.getBoundingClientRect().height
    if (content === 0) return
    const whole = content + Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom)
    box.style.height = `${Math.min(Math.ceil(whole), HIGHEST)}px`
  })
  observer.observe(root)
  return () => observer.disconnect()
}

/** A docs page shows each story as it begins, in a frame of its own. */
export function isOnDocsPage(): boolean {
  try {
    return (
      window.parent !== window &&
      new URLSearchParams(window.parent.location.search).get('viewMode') === 'docs'
    )
  } catch {
    // A page of another origin shows this Storybook.
    return false
  }
}

/**
 * Writes into the clipboard. The document is the one that the panel stands in: only a window with the focus may write.
 * @throws Error if the browser does not allow it
 */
export async function copyText(text: string, document: Document): Promise<void> {
  const { clipboard } = document.defaultView?.navigator ?? navigator
  // Only secure contexts have it.
  if (clipboard) return clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (!isCopied) throw new Error('The browser does not let this page write into the clipboard.')
}

/** Lets the browser save a file, such as one that stands beside a copied test. */
export function saveFile(name: string, content: object, document: Document): void {
  const anchor = document.createElement('a')
  anchor.href = URL.createObjectURL(new Blob([JSON.stringify(content)], { type: 'application/json' }))
  anchor.download = name
  anchor.click()
  URL.revokeObjectURL(anchor.href)
}

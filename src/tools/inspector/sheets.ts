/**
 * Puts style sheets into a shadow root. Constructed sheets pass a strict Content-Security-Policy; browsers without them
 * get style elements, which need the nonce.
 */
export function applyStyles(root: ShadowRoot, texts: readonly string[], nonce: string): void {
  const view: (Window & typeof globalThis) | null = root.ownerDocument.defaultView
  if (view && 'adoptedStyleSheets' in root && 'replaceSync' in view.CSSStyleSheet.prototype) {
    // A sheet belongs to the document that made it: each window makes its own.
    root.adoptedStyleSheets = texts.map((text) => {
      const sheet = new view.CSSStyleSheet()
      sheet.replaceSync(text)
      return sheet
    })
    return
  }
  for (const text of texts) {
    const style = root.ownerDocument.createElement('style')
    style.nonce = nonce
    style.textContent = text
    root.append(style)
  }
}

import type { World } from '../model/world'

// One blank page of US Letter. The layout of a check is not documented and clients do not parse it, so all
// checks print the same page. It only has to be valid PDF.
const OBJECTS = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << >> >>',
]

function pdf(): string {
  let text = '%PDF-1.4\n'
  const offsets = OBJECTS.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  // Entries of the cross-reference table are twenty bytes long.
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const count = OBJECTS.length + 1
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${entries.join('')}`
  return `${text}${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
}

/** The printed page as base64 (docs/service.md §4.6.17). */
export const printedPage = ({ assumptions }: World): string =>
  assumptions.read('paper-check-pdf') === 'empty' ? '' : btoa(pdf())

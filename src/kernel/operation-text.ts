/** The parts of 'POST /public/v1/invoices/', of 'DELIVERY core.invoice/created' and of 'WRITE cursor'. */
export function operationParts(text: string): { readonly method: string; readonly path: string } {
  const [method = '', path = ''] = text.split(' ')
  return { method, path }
}

export const isRead = (operation: string): boolean => operationParts(operation).method === 'GET'

export const isCreation = (operation: string): boolean => operationParts(operation).method === 'POST'

export const isWrite = (operation: string): boolean =>
  ['POST', 'PUT', 'PATCH', 'DELETE'].includes(operationParts(operation).method)

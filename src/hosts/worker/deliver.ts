/** No redirects are followed, since only the first address was allowed. The platform refuses private addresses. */
export const deliverWithoutRedirects = async (
  request: Request,
  send: (request: Request) => Promise<Response> = fetch,
): Promise<Response> => send(new Request(request, { redirect: 'manual' }))

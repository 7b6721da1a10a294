/** Where the service is, which the client of Orval reads at each request. */
export const address = { url: '' }

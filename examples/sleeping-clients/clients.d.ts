export interface Call {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** The last status, or 0 for no answer. */
export type Client = (call: Call) => Promise<number>

export type ClientName = 'fetch' | 'axios' | 'got' | 'ky' | 'undici'
export declare const CLIENTS: Readonly<Record<ClientName, Client>>

import type { Simulator } from '../index'

/** What an adapter needs to know of a simulator. */
export interface Served extends Pick<Simulator, 'baseUrl'> {
  fetch(request: Request): Promise<Response>
  /** Which requests are deliveries to servers of this machine. */
  readonly webhooks?: { reaches(url: string): boolean }
}

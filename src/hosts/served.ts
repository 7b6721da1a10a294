import type { Simulator } from '../index'

/** The part of a simulator that adapters use. */
export interface Served extends Pick<Simulator, 'baseUrl'> {
  fetch(request: Request): Promise<Response>
  /** Recognises deliveries to connected loopback servers. */
  readonly webhooks?: { reaches(url: string): boolean }
}

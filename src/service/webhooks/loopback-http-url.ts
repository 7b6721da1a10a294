import { platform } from '../../host-time/platform'
/** HTTP to 127.0.0.1, for receivers under development (§14.1). */
export const isLoopbackHttpUrl = (text: string): boolean =>
  /^http:\/\/127\.0\.0\.1(:\d+)?([/?#]\S*)?$/i.test(text) && platform.URL.canParse(text)

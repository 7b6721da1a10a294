import type { WireBody } from '../../../events/traffic/wire-message'
import { platform } from '../../../host-time/platform'

/** The remains of a file that its form could not read. */
const REMAINS = ['undefined', '[object File]', '[object Blob]']
const MOST_BYTES = Math.max(...REMAINS.map((text) => text.length))
const utf8 = new platform.TextDecoder()

/**
 * Files of a form that arrived without their content. The FormData of jsdom hands over files that a fetch of Node
 * cannot read: it sends `undefined` under the name `blob`, which the service stores as any other file.
 */
export const unreadFiles = (body: WireBody): string[] =>
  body.kind !== 'multipart'
    ? []
    : body.parts
        .filter(({ filename, bytes }) => (filename ?? 'blob') === 'blob' && bytes.length <= MOST_BYTES)
        .filter(({ bytes }) => REMAINS.includes(utf8.decode(bytes)))
        .map(
          ({ name, bytes }) =>
            `the part ${name} holds the text "${utf8.decode(bytes)}" and no file: a File of jsdom arrives so; ` +
            "send a File and a FormData of Node's, in a test whose environment is node",
        )

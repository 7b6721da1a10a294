import type { Send } from './request'
import { tests } from './runner'

export const onVirtualTime = (send: Send) => tests(send, { time: 'virtual' })

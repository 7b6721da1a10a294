import type { Definition } from '../../src/engine/schema/define'
import { pascal, singular } from '../../src/kernel/name-words'

/** Notes on the shared shapes. */
export const SHARED_NOTES: Readonly<Record<string, string>> = {
  AuditActor: 'The author of a write, and its time.',
  Address: 'A postal address.',
  Payment: 'How a customer is asked to pay.',
  Person: 'A person of the organisation.',
  Rejection: 'The author of a rejection, and its reason.',
  LineTax: 'The tax on a line.',
  Attachment: 'An uploaded file.',
}

/** The published type of a record: that of one member of `simulator.records`. */
export const typeName = ({ name }: Definition): string => pascal(singular(name))

/** `CustomerPayment` -> `customer-payment` */
export const kebab = (model: string): string => model.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()

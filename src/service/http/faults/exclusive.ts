type KeysOf<Kinds> = Kinds extends unknown ? keyof Kinds : never

/** One of the kinds, without members of another. */
export type Exclusive<Kinds, Keys extends PropertyKey = KeysOf<Kinds>> = Kinds extends unknown
  ? Kinds & { readonly [Key in Exclude<Keys, keyof Kinds>]?: never }
  : never

/** The type without `readonly`, for whoever fills it in. */
export type Mutable<T> = { -readonly [Member in keyof T]: T[Member] }

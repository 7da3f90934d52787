/**
 * A column for whole numbers beyond 2^31, sizes in bytes above all: `@Column(wholeNumber)`. Postgres answers bigint as text, as
 * it may not fit a number; ours stay far below 2^53.
 */
export const wholeNumber = {
  type: 'bigint',
  transformer: {
    to: (value: number | undefined) => value,
    from: (value: string | null) => (value === null ? null : Number(value)),
  },
} as const

/** bigint columns arrive as text; sizes in bytes stay far below 2^53. */
export const wholeNumber = {
  to: (value: number | undefined) => value,
  from: (value: string) => Number(value),
}

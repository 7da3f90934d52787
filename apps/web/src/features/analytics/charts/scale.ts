/** The smallest round upper bound that can be halved: 2, 4, 6, 8, 10, 20, 40 … */
export function topOf(values: readonly number[]): number {
  const most = Math.max(2, ...values)
  const unit = 10 ** Math.floor(Math.log10(most))
  return [1, 2, 4, 6, 8, 10].map(times => times * unit).find(top => top >= most && top % 2 === 0) ?? 10 * unit
}

/** The positions with a label: the first, the last, and some between them at equal distances. */
export function isLabelled(index: number, count: number, labels: number): boolean {
  const step = Math.max(1, Math.ceil((count - 1) / (labels - 1)))
  return (count - 1 - index) % step === 0
}

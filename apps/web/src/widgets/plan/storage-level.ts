/** S-SET-03, rule 54: a boundary belongs to the lower level. */
export function storageLevel(percentage: number): 'green' | 'amber' | 'red' {
  if (percentage > 90) return 'red'
  return percentage > 75 ? 'amber' : 'green'
}

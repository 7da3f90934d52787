/** S-ADM-07: a boundary belongs to the lower level. */
export function diskLevel(percent: number): 'healthy' | 'caution' | 'warning' {
  if (percent > 80) return 'warning'
  return percent > 60 ? 'caution' : 'healthy'
}

import { diskLevel } from './disk-level.ts'

it('S-ADM-07 a disk is healthy up to 60 percent, then there is caution, above 80 a warning', () => {
  expect([0, 60, 60.1, 80, 80.1, 100].map(diskLevel)).toEqual([
    ...['healthy', 'healthy', 'caution', 'caution', 'warning', 'warning'],
  ])
})

import { diskLevel } from './health-cards.tsx'

it('S-ADM-07 disk usage up to 60 percent is healthy, up to 80 a caution, above a warning', () => {
  expect([0, 60, 60.1, 80, 80.1, 100].map(diskLevel)).toEqual([
    'healthy',
    'healthy',
    'caution',
    'caution',
    'warning',
    'warning',
  ])
})

import { formatDuration } from './labeled-values.tsx'

it('S-ADM-12 durations are shown in their two largest units', () => {
  const formatted = [0, 59.4, 60, 3599, 3600, 19_200, 86_400, 273_600].map(formatDuration)
  expect(formatted).toEqual(['0 s', '59 s', '1 min', '59 min', '1 h', '5 h 20 min', '1 d', '3 d 4 h'])
})

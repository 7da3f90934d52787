import { jest } from '@jest/globals'
import { act, renderHook } from '@testing-library/react'
import { useSimulatedProgress, findLogoProblem } from './upload-tab.tsx'

const file = (name: string, type: string, size = 5000) => ({ name, type, size })

it.each([
  [file('logo.png', 'image/png', 0), '“logo.png” is empty.'],
  [file('logo.svg', 'image/svg+xml'), 'SVG logos are not supported. Save the logo as a PNG with transparency.'],
  [file('Logo.pdf', 'application/pdf'), '“Logo.pdf” is not an image. Choose a PNG, JPEG or WebP.'],
  [
    file('logo.tif', 'image/tiff', 31 * 1024 ** 2),
    '“logo.tif” is 31.0 MB. The limit for a logo is 20.0 MB; under 1 MB is best.',
  ],
])('S-WM-11 %j is not sent, and the reason is shown', (logoFile, why) => expect(findLogoProblem(logoFile)).toBe(why))

it.each([file('logo.png', 'image/png', 20 * 1024 ** 2), file('logo.heic', '')])(
  'S-WM-11 %j is left to the server to check',
  logoFile => expect(findLogoProblem(logoFile)).toBeNull(),
)

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())
const advanceTime = (ms: number) => act(() => void jest.advanceTimersByTime(ms))

describe('the simulated progress of an upload', () => {
  it('S-WM-08 rises 10 percent per 100 ms up to 90, is 100 on completion, and is cleared 500 ms later', () => {
    const { result } = renderHook(useSimulatedProgress)
    expect(result.current.percent).toBeNull()
    act(() => result.current.start())
    const percentages = [result.current.percent]
    for (let step = 0; step < 11; step++) {
      advanceTime(100)
      percentages.push(result.current.percent)
    }
    expect(percentages).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 90, 90])
    act(() => result.current.complete())
    advanceTime(499)
    expect(result.current.percent).toBe(100)
    advanceTime(1)
    expect(result.current.percent).toBeNull()
  })

  it('is cleared at once after a failure', () => {
    const { result } = renderHook(useSimulatedProgress)
    act(() => result.current.start())
    advanceTime(300)
    act(() => result.current.stop())
    expect(result.current.percent).toBeNull()
    advanceTime(1000)
    expect(result.current.percent).toBeNull()
  })
})

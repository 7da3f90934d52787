import { render, screen } from '@testing-library/react'
import { AnalyticsSkeleton } from './analytics-skeleton.tsx'

it('L-SKEL-04 placeholders for figures, a chart and a list are announced once by their name', () => {
  render(<AnalyticsSkeleton />)
  const skeleton = screen.getByRole('status', { name: 'Loading analytics' })
  expect(skeleton.querySelectorAll('.statistic')).toHaveLength(4)
  expect(skeleton.querySelectorAll('.chart')).toHaveLength(1)
  expect(skeleton.querySelectorAll('.line')).toHaveLength(5)
  for (const box of skeleton.querySelectorAll('.box')) expect(box).toHaveAttribute('aria-hidden', 'true')
})

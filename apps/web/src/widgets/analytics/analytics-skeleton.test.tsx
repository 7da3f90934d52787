import { render, screen } from '@testing-library/react'
import { AnalyticsSkeleton } from './analytics-skeleton.tsx'

it('L-SKEL-04 figures, a chart and a list stand where the analytics will be, and only their name is read out', () => {
  render(<AnalyticsSkeleton />)
  const skeleton = screen.getByRole('status', { name: 'Loading analytics' })
  expect(skeleton.querySelectorAll('.figure')).toHaveLength(4)
  expect(skeleton.querySelectorAll('.chart')).toHaveLength(1)
  expect(skeleton.querySelectorAll('.line')).toHaveLength(5)
  for (const box of skeleton.querySelectorAll('.box')) expect(box).toHaveAttribute('aria-hidden', 'true')
})

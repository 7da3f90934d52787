import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LockMark } from './lock-mark.tsx'
import { UpgradeLink } from './upgrade-link.tsx'

/** In the place of what the plan lacks: what it would be, which plan has it, and the way there. */
export const LockedFeature = ({ title, children }: { title: string; children: ReactNode }) => (
  <EmptyState icon={<LockMark />} title={title} text={children}>
    <UpgradeLink look="primary" />
  </EmptyState>
)

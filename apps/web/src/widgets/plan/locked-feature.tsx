import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LockMark } from './lock-mark.tsx'
import { UpgradeLink } from './upgrade-link.tsx'

/** Replaces a feature that the plan lacks: its description, the required plan, and an upgrade link. */
export const LockedFeature = ({ title, children }: { title: string; children: ReactNode }) => (
  <EmptyState icon={<LockMark />} title={title} text={children}>
    <UpgradeLink look="primary" />
  </EmptyState>
)

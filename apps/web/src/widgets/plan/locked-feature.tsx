import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../lib/router.ts'
import { buttonClass, type ButtonLook } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Replaces a feature that the plan lacks: its description, the required plan, and an upgrade link. */
export const LockedFeature = ({ title, children }: { title: string; children: ReactNode }) => (
  <EmptyState icon={<LockMark />} title={title} text={children}>
    <UpgradeLink look="primary" />
  </EmptyState>
)

/** Marks a locked feature, also for screen readers. */
export const LockMark = () => <Lock aria-label="Locked" />

/** The target of every upgrade link: the plan in Settings. */
const TO_PLAN = { to: '/settings', state: { section: 'subscription', keepScroll: true } }

export const UpgradeLink = ({ look = 'plain', size }: { look?: ButtonLook; size?: 'normal' | 'small' }) => (
  <Link {...TO_PLAN} className={buttonClass({ look, size })}>
    Upgrade
  </Link>
)

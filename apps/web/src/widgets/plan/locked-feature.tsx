import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../lib/router.tsx'
import { buttonClass, type ButtonAppearance } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/**
 * Shown instead of a feature that the plan does not include: its description, the required plan and a link to upgrade.
 */
export const LockedFeature = ({ children }: { children: ReactNode }) => (
  <EmptyState icon={<LockIcon />} title="Professional Feature" text={children}>
    <UpgradeLink appearance="primary" />
  </EmptyState>
)

/** The icon of a locked feature, with an accessible name. */
export const LockIcon = () => <Lock aria-label="Locked" />

/** All upgrade links lead to the plan in Settings. */
const PLAN_LINK = { to: '/settings', state: { section: 'subscription', keepScroll: true } }

export const UpgradeLink = ({
  appearance = 'plain',
  size,
}: {
  appearance?: ButtonAppearance
  size?: 'normal' | 'small'
}) => (
  <Link {...PLAN_LINK} className={buttonClass({ appearance, size })}>
    Upgrade
  </Link>
)

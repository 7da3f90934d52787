import { Link } from '../../lib/router.ts'
import { buttonClass, type ButtonLook } from '../../ui/buttons/button.tsx'

/** The target of every upgrade link: the plan in Settings. */
export const TO_PLAN = { to: '/settings', state: { section: 'subscription', keepScroll: true } }

export const UpgradeLink = ({ look = 'plain', size }: { look?: ButtonLook; size?: 'normal' | 'small' }) => (
  <Link {...TO_PLAN} className={buttonClass({ look, size })}>
    Upgrade
  </Link>
)

import { LockedFeature } from '../../widgets/plan/locked-feature.tsx'

/** Below Professional. Visits are counted nevertheless and appear after an upgrade. */
export const Locked = ({ message }: { message: string | null }) => (
  <LockedFeature title="Professional Feature">
    {message && `${message}. `}See returning visitors, the most viewed photos and downloads. Visits are already counted
    and will appear after an upgrade.
  </LockedFeature>
)

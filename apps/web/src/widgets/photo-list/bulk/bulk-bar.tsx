import { lazy, Suspense } from 'react'
import { ActionBar } from '../../../ui/buttons/action-bar.tsx'
import type { BulkActions } from './bulk-tools.tsx'

type Props = { count: number; actions: BulkActions }

const BulkButtons = lazy(async () => ({ default: (await import('./bulk-tools.tsx')).BulkButtons }))
const BulkMenu = lazy(async () => ({ default: (await import('./bulk-tools.tsx')).BulkMenu }))

/** L-PHOTO-06, 07. What can be done with a selection is loaded with the first one; the bar is there at once. */
export function BulkBar({ isPhone, ...props }: Props & { isPhone: boolean }) {
  return (
    <>
      <h1 className="visually-hidden">Selected photos</h1>
      <ActionBar label="Selected photos" summary={`${props.count} selected`}>
        <Suspense>
          <BulkButtons {...props} isPhone={isPhone} />
        </Suspense>
      </ActionBar>
    </>
  )
}

/** L-PHOTO-16: the same on a phone, with how many are selected. */
export function BulkFab(props: Props) {
  return (
    <Suspense>
      <BulkMenu {...props} />
    </Suspense>
  )
}

import { Suspense } from 'react'
import { lazyOf } from '../../../lib/lazy.ts'
import { ActionBar } from '../../../ui/buttons/action-bar.tsx'
import type { BulkActions } from './bulk-tools.tsx'

type Props = { count: number; actions: BulkActions }

const BulkButtons = lazyOf(() => import('./bulk-tools.tsx'), 'BulkButtons')
const BulkMenu = lazyOf(() => import('./bulk-tools.tsx'), 'BulkMenu')

/**
 * L-PHOTO-06, 07: the toolbar of selection mode. The toolbar is rendered before its buttons, which are loaded on first
 * use.
 */
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

/** L-PHOTO-16: the menu of selection mode on a phone, with the number of selected photos. */
export function BulkFab(props: Props) {
  return (
    <Suspense>
      <BulkMenu {...props} />
    </Suspense>
  )
}

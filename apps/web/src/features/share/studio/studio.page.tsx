import type { http } from '@daymark/contracts'
import { type ReactNode, useEffect } from 'react'
import { ApiError, messageOf } from '../../../lib/api.ts'
import { useRemoveFirstScreen } from '../../../lib/first-screen.ts'
import { useLoaded } from '../../../lib/hooks/use-loaded.ts'
import { useTitle } from '../../../lib/page-meta.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { getStudioBrand } from '../brand/brand-mark.tsx'
import { StudioGalleries } from './studio-view.tsx'
import styles from './studio.module.css'
import { readStudioPage } from './studio.queries.ts'

type LoadedStudioPage = { page: http.PublicStudioPage } | { failure: string; isRetryable: boolean }

const loadPage = (): Promise<LoadedStudioPage> =>
  readStudioPage().then(
    page => ({ page }),
    (reason: unknown) => ({
      failure: messageOf(reason, 'The page could not be loaded.'),
      isRetryable: !(reason instanceof ApiError) || reason.status !== 404,
    }),
  )

type StudioFrame = { brandMark: ReactNode; footer: ReactNode }

/** rule 158: the galleries that a studio lists. The caller passes in the brand mark and footer of galleries. */
export function StudioPage({ brandMark, footer }: StudioFrame) {
  const { value: result, reload } = useLoaded('', loadPage)
  useRemoveFirstScreen(!result)
  if (!result) return <Spinner label="Loading..." fill />
  if ('page' in result) return <StudioContent page={result.page} brandMark={brandMark} footer={footer} />
  return <NoGalleries {...result} brandMark={brandMark} onRetry={reload} />
}

type NoGalleriesProps = Extract<LoadedStudioPage, { failure: string }> &
  Pick<StudioFrame, 'brandMark'> & { onRetry: () => void }

function NoGalleries({ failure, isRetryable, brandMark, onRetry }: NoGalleriesProps) {
  useTitle('Galleries', getStudioBrand()?.name)
  return (
    <main className={styles['standalone']}>
      {brandMark}
      <h1>No galleries here</h1>
      <p>{failure}</p>
      {isRetryable && <Button onClick={onRetry}>Try Again</Button>}
    </main>
  )
}

function StudioContent({ page, brandMark, footer }: StudioFrame & { page: http.PublicStudioPage }) {
  const brand = getStudioBrand()
  const { title } = page
  useEffect(() => {
    document.title = brand ? title : `${title} · Daymark`
  }, [brand, title])
  return <StudioGalleries page={page} brand={brand} brandMark={brandMark} footer={footer} />
}

import type { http } from '@daymark/contracts'
import { useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { useLinkToken } from '../../lib/hooks/use-link-token.ts'
import { useLoaded } from '../../lib/hooks/use-loaded.ts'
import { useTitle } from '../../lib/page-meta.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { FailureNote } from '../../ui/feedback/notice.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { BrandMark, getStudioBrand } from './brand/brand-mark.tsx'
import shareStyles from './share.module.css'
import styles from './unsubscribe.module.css'
import { readEmailSettings, unsubscribe } from './visitor/visitor.api.ts'

/** The heading for each scope of turned-off emails. */
const UNSUBSCRIBE_HEADINGS = {
  none: 'Turn off these emails?',
  gallery: 'These emails are off',
  all: 'These emails are off',
}

function describeSettings({ gallery, studio, off }: http.VisitorMails): string {
  const galleryName = gallery === null ? 'this gallery' : `“${gallery}”`
  if (off === 'none') return `You get emails about ${galleryName}.`
  const studioName = studio ?? 'this photographer'
  return off === 'gallery'
    ? `You no longer get emails about ${galleryName}.`
    : `You no longer get emails from ${studioName}.`
}

type ChoiceProps = { token: string; initialSettings: http.VisitorMails }

/**
 * Lets the visitor turn off emails by a click. Opening the link turns off nothing, because mail scanners open links.
 */
function UnsubscribeChoice({ token, initialSettings }: ChoiceProps) {
  const [settings, setSettings] = useState(initialSettings)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const { off, studio } = settings
  const turnOff = async (forAllGalleries: boolean) => {
    setIsBusy(true)
    const problem = await unsubscribe(token, forAllGalleries)
    setFailure(problem)
    setIsBusy(false)
    if (problem === null) setSettings({ ...settings, off: forAllGalleries ? 'all' : 'gallery' })
  }
  return (
    <>
      <h1 className="text-5">{UNSUBSCRIBE_HEADINGS[off]}</h1>
      <p role="status" className="muted break-anywhere">
        {describeSettings(settings)}
      </p>
      <FailureNote text={failure} />
      {off === 'none' && (
        <Button appearance="primary" wide disabled={isBusy} onClick={() => void turnOff(false)}>
          Turn Off for This Gallery
        </Button>
      )}
      {off !== 'all' && (
        <Button appearance="quiet" wide disabled={isBusy} onClick={() => void turnOff(true)}>
          {studio ? `Turn Off All Emails from ${studio}` : 'Turn Off for All Galleries'}
        </Button>
      )}
    </>
  )
}

type LoadedSettings = { settings: http.VisitorMails } | { failure: string }

const loadSettings = (token: string): Promise<LoadedSettings> =>
  readEmailSettings(token).then(
    settings => ({ settings }),
    (reason: unknown) => ({ failure: messageOf(reason, 'Something went wrong. Please open the link again.') }),
  )

/**
 * The page that turns off emails about galleries. It needs no sign-in and is also served on the photographer's own
 * domain.
 */
export function UnsubscribePage() {
  const token = useLinkToken()
  const { value: loaded } = useLoaded(token, () => loadSettings(token))
  const studio = (loaded && 'settings' in loaded && loaded.settings.studio) || getStudioBrand()?.name
  useTitle('Emails', studio)
  if (!loaded) return <Spinner label="Loading..." fill />
  return (
    <main className={shareStyles['standalone']}>
      <div className={styles['card']}>
        <BrandMark fallback={<span className="text-3 strong">{studio ?? 'Daymark'}</span>} />
        {'settings' in loaded ? (
          <UnsubscribeChoice token={token} initialSettings={loaded.settings} />
        ) : (
          <>
            <h1 className="text-5">This link does not work</h1>
            <p className="muted break-anywhere">{loaded.failure}</p>
          </>
        )}
      </div>
    </main>
  )
}

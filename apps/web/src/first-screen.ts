// The start of a page that contains its first screen (features/share/first-screen, features/sign-in/first-screen). It imports no script
// of the application.
import './ui/tokens.css'
import './ui/base.css'
import './features/share/first-screen/first-screen.css'

/** After this time the application no longer waits for the first picture. */
const PICTURE_TIMEOUT_MS = 2000

/** The build lists the scripts of the application in a template (vite/page-links.ts), so that all are loaded at once. */
function start() {
  const application = document.querySelector<HTMLTemplateElement>('#application')
  if (application) document.head.append(application.content)
}

/** The first picture has the whole connection: the code would halve it, and shows nothing that is not visible already. */
async function firstPicture() {
  const picture = document.querySelector<HTMLImageElement>('#first-screen img')
  if (!picture || picture.complete) return
  await new Promise(resolve => {
    setTimeout(resolve, PICTURE_TIMEOUT_MS)
    for (const event of ['load', 'error']) picture.addEventListener(event, resolve)
  })
}

void firstPicture().then(start)

import { describe, it } from 'vitest'
import { newAddress } from './support/never-used.ts'
import { setUpScreens } from './support/screens.ts'

const screens = setUpScreens()

describe('a new device whose code of sync did not arrive', () => {
  it('says that it cannot load, and loads without being opened anew once the code can be had', async () => {
    const noor = await screens.user()
    const email = newAddress('noor')
    await noor.signUp(email)
    await noor.addMedication({ name: 'Amlodipine', times: '11:30 pm', ongoing: true })
    await noor.saved()
    await noor.close()

    const other = await screens.user({
      expected: [/net::ERR_FAILED/, /error occurred when fetching the script/],
    })
    // Without a worker, which would have the code on this device.
    await other.context.route('**/sw.js', (route) => route.abort())
    await other.context.route('**/assets/sync-*.js', (route) => route.abort())
    await other.open('/api/login?next=/medications')
    await other.enterCode(email)
    await other.page.getByText('Your medications are not on this device yet').waitFor()
    await other.context.unroute('**/assets/sync-*.js')
    await other.page.getByText('Amlodipine').first().waitFor()
  })
})

/** Returns the text of README.txt in the export, for anyone who opens it without the app. */
export const readme = (whom: string, at: string): string => `Your Dosewell data
==================

Everything Dosewell's server held about ${whom} on ${at} (UTC).
Keep this file to yourself: it tells about your health.

doses.csv               your dose log as a table, to open in a spreadsheet
medications.json        your medications with every earlier plan
doses.json              your dose log as the app keeps it
supply.json             what you entered about packs and what is left
appointments.json       your doctor appointments
documents.json          what your documents are called, with the file of each
documents/              their pictures
prescriptions.json      what was read from your scans, with the file of each
prescriptions/          their pictures
people.json             whom you look after, with what their emergency cards say
people/                 the same files for each of them
shared-with.json        whom you let see or help
profile.json            your name, address, date of birth, time zone, plan and emergency card
plan-history.json       how your plan changed, and when
promotions.json         Premium that you were given
payments.json           what you paid, in cents
devices.json            where you are or were signed in
webhooks.json             addresses that are told when something changes
tokens-for-programs.json  what you let programs and calendars read, without tokens and addresses
sign-in-provider.json   who you are for the provider you sign in with
consent-requests.json   whom you asked for consent as a parent or guardian
messages-to-us.json     what you wrote to us while you were signed in
emails-to-us.json       emails to us that name your address as their sender
technical/              what the app needs to sync and to remind
account.json            the version of this format and when the file was made

To take it back into an account: More, Your data, Import an export. Leave the
file as it is for that.

In doses.csv an apostrophe stands before entries that a spreadsheet would
otherwise run as a formula.

Not in here: what a device had not yet sent to your account, sign-in codes,
and keys that would let others act in your name.
`

/**
 * Names of people, for texts without capitals, which do not say where a name ends. A list is never whole: what is missing makes a guess,
 * not an error. Words that mostly mean something else (`mark`, `ward`, `may`) are left out.
 */
const GIVEN = `
aaron abdul abigail adam adele adrian ahmad ahmed aisha alan albert alex alexander alexandra alfred ali alice alicia
alison allan amanda amar amelia amina amir amit amy ana anand andre andrea andrew angela angus anil anita anjali ann
anna anne annette anthony antonio anu anwar april arjun arthur arun asha ashley aziz barbara beatrice belinda ben
benjamin bernard beth betty bianca bob brenda brendan brett brian bridget bruce caitlin cameron carl carla carlos
carmen carol caroline catherine cathy cecilia charles charlie charlotte chris christina christine christopher claire
clare claudia colin connor craig cynthia damien daniel daniela danielle darren david dean deborah debra deepa deepak
denise dennis derek diana diane diego dimitri dominic donald donna dorothy doug douglas duncan dylan eddie edith
edward eileen elaine eleanor elena elizabeth ella ellen emily emma eric erica erin ethan eugene eva evelyn farah
fatima felicity felix fernando fiona florence frances francesca francis francisco frank fred frederick gabriel
gabriela gareth gary gavin gemma geoff geoffrey george georgia georgina gerald geraldine gerard giovanni glen glenn
gloria gordon graham greg gregory gwen hamish hannah harold harriet harry hassan heather hector helen helena henry
howard hugh hussein ian ibrahim imran ingrid irene isaac isabel isabella ismail ivan jack jackie jacob jacqueline jake
james jamie jan jane janet janice jason javier jay jean jeff jeffrey jennifer jenny jeremy jess jesse jessica jill jim
jo joan joanna joanne joe joel john jonathan jordan jorge jose joseph josephine joshua joyce juan judith judy julia
julian julie justin karen karl karthik kate katherine kathleen kathryn kathy katie kavita keith kelly ken kenneth
kerry kevin khalid kim kiran kirsten kristen kumar kyle lachlan lakshmi lara laura lauren laurence leah lee leila leo
leon leonard leslie lewis li liam lily linda lisa liz lorraine louis louise luca lucas lucia lucy luis luke lynn
maggie malcolm manuel marcus margaret maria marian marie marilyn mario marion marta martha martin mary matt matthew
maureen maurice max meera megan mei melanie melissa michael michelle miguel mike miranda miriam mohamed mohammad
mohammed moira molly monica monique morgan muhammad murray nadia naomi narelle natalia natalie natasha nathan neha
neil nicholas nick nicola nicole nigel nikhil nina nisha noah noel noor nora norma norman olga oliver olivia omar
oscar pablo pamela patricia patrick paul paula pauline pedro peggy penelope penny peter phil philip phillip phoebe
pooja prakash pramod praveen priya rachel rafael raj rajesh ralph ram ramesh ravi ray raymond rebecca reza rhonda
ricardo richard rita rob robert roberto robin robyn rodney roger rohan roland ron ronald rory rosa rosalind rosemary
ross roy ruby ruth ryan sally sam samantha samuel sandra sanjay santiago sara sarah saul scott sean sebastian serena
sergio shane shannon sharon shaun sheila shirley shreya silvia simon simone sofia sonia sophia sophie stanley stella
stephanie stephen steve steven stewart stuart sue sunil suresh susan suzanne sylvia tamara tania tanya tara ted
terence teresa terry thomas tim timothy tina todd tom tony tracey tracy trevor tristan uma ursula valerie vanessa vera
veronica vicki victor victoria vijay vikram vincent virginia vivian vivienne walter wayne wei wendy wilhelm william
winston xavier yasmin yolanda yusuf yvonne zac zachary zara zoe
`
const FAMILY = `
abbott abdullah adams agarwal ahmed aitken akhtar alexander ali allen anderson andrews armstrong arnold arora ashton
aslam atkinson austin bailey baker balakrishnan ballard banerjee barker barnes barnett barrett barry barton bates
baxter begum bennett berg bernard bhatt blair boyd bradley brady brennan brooks brown bryant burgess burke burns
burton butler byrne campbell carr carroll carter chan chandra chang chapman chatterjee chaudhry chen cheng cheung chew
chin cho choi chong chopra chow chu chua chung clark clarke cohen coleman collins connolly connor cooper costa cox
craig crawford cruz cunningham curtis dalton daly das davidson davies davis dawson delgado desai diaz dickson dixon
dobson doherty donnelly donovan doyle duffy duncan dunn edwards elliott ellis evans farrell fernandes fernandez
fernando ferrari ferreira fisher fitzgerald fleming fletcher flynn forbes foster francis fraser freeman gallagher
garcia gardner george gibson gill goh goldberg gomez gonzales gonzalez gordon graham grant greene griffin griffiths
gupta gutierrez hamilton harper harris harrison hart harvey hasan hassan hayes henderson henry hernandez ho hoang
hoffman holland holmes hopkins hossain howard howe hu huang hudson hughes hunter hussain hutchinson huynh hwang
ibrahim islam iyer jackson jacobs jain james jang jenkins jensen jha jimenez johnson johnston jones joseph joshi jung
kang kaplan kapoor kaur kaye keating kelly kennedy kerr khan khanna kim klein ko kowalski krishnan kulkarni kumar kuo
kwok kwon lam lambert larsen lau lawrence lawson le lee leung levy lewis li liang lim lin liu lloyd lo lopez lu luong
lynch macdonald mackay mackenzie mahmood malhotra malik malone manning marino marsh marshall martin martinez mason
matthews mcallister mccarthy mcconnell mcdonald mcdonnell mcgrath mcintyre mckay mckenna mckenzie mclean mcmahon
mcnamara mehta mendoza menon meyer miller mills mishra mitchell mohamed molina moore morales moran moreno morgan
morris morrison moss mukherjee muller murphy murray nair nash nelson newman newton ng ngo nguyen nicholson nielsen
nolan nunez obrien oconnell oconnor odonnell okafor oliveira oliver olsen oneill ong ortiz osborne osullivan owens
pacheco palmer pandey papadopoulos parker parsons patel paterson patterson payne pearson pereira perera perez perkins
perry peters petersen peterson petrov pham phan phillips pillai porter powell prasad quinn rahman ramirez ramos ramsay
rao reddy reed reid reilly reyes reynolds ricci richards richardson richmond rivera roberts robertson robinson
rodriguez rogers romano romero rosenberg ross rossi rowe roy russell russo ryan saha sanchez sanders santos schmidt
schneider schultz schwartz scott shah shaikh shapiro sharma shaw sheikh shen sheppard sheridan silva simmons simpson
singh sinha siva smith soto srinivasan stephens stevens stewart suarez subramaniam sullivan sutherland suzuki tan
tanaka tang taylor teo thomas thompson thomson torres tran tucker turner vargas vaughan vazquez vega venkatesh vu
wagner walker wallace walsh wang warren watkins watson watts weaver webb weber webster wei weiss wells wheeler
whitehead wilkinson williams williamson wilson wong woo wright wu xu yadav yamamoto yang yap yates yeo yeung yu yuen
zhang zhao zheng zhou zhu
`

/** Family names that are words too. */
const FAMILY_AND_WORD =
  'banks bell bird bishop black brook bush carpenter cook cross day field fields fox frost gray grove hall hill hope king knight lamb lane law long love low marsh may mills noble page park pope price rose sands sharp short silver stone sun swan ward west white wise wolf wood woods young'

const givenNames = new Set(GIVEN.trim().split(/\s+/))
const familyNames = new Set(FAMILY.trim().split(/\s+/))

const familyWords = new Set(FAMILY_AND_WORD.split(' '))

/** Whether a word, in any case, is a given name that is known. */
export const isGivenName = (word: string): boolean => givenNames.has(word.toLowerCase())
/** Whether a word, in any case, is a family name that is known. */
export const isFamilyName = (word: string): boolean => familyNames.has(plain(word))
/** Whether a word, in any case, may be a family name, though it mostly means something else. */
export const mayBeFamilyName = (word: string): boolean => familyWords.has(plain(word))

const plain = (word: string): string => word.toLowerCase().replace(/['’.-]/g, '')

/**
 * Names of common medicines, a help where a sentence does not say by itself which of its words is the name: substances as Australia,
 * Britain and the United States call them, and brands. A name that is not here is found by its ending or its place.
 */
const ONE_WORD = `
becosules combiflam crocin disprin dolo ecosprin meftal metrogyl pantop shelcal thyronorm zerodol azithral
abacavir abatacept abiraterone acamprosate acarbose acenocoumarol acetaminophen acetazolamide acetylcysteine aciclovir acitretin acyclovir
adalimumab adapalene adefovir albendazole albuterol alendronate alfuzosin alirocumab aliskiren allopurinol almotriptan alogliptin alprazolam amantadine
amiloride aminophylline amiodarone amisulpride amitriptyline amlodipine amoxicillin amoxycillin amphetamine ampicillin anastrozole apixaban apremilast
aripiprazole armodafinil ascorbic aspirin atazanavir atenolol atomoxetine atorvastatin atovaquone atropine azathioprine azelastine azithromycin
baclofen balsalazide beclomethasone beclometasone benazepril bendroflumethiazide benzatropine benztropine betahistine betamethasone bethanechol bezafibrate bicalutamide bimatoprost
bisacodyl bisoprolol bosentan brexpiprazole brimonidine brinzolamide bromocriptine budesonide bumetanide buprenorphine bupropion buspirone busulfan
cabergoline caffeine calcipotriol calcitriol calcium canagliflozin candesartan capecitabine captopril carbamazepine carbidopa carbimazole carbocisteine cariprazine carvedilol
cefaclor cefadroxil cefalexin cefdinir cefixime cefpodoxime cefuroxime celecoxib cephalexin cetirizine chlorambucil chloramphenicol chlordiazepoxide chlorhexidine chloroquine chlorphenamine
chlorpheniramine chlorpromazine chlorthalidone chlortalidone cholecalciferol colecalciferol cholestyramine ciclosporin cilostazol cimetidine cinacalcet cinnarizine ciprofloxacin citalopram
clarithromycin clindamycin clobazam clobetasol clomifene clomiphene clomipramine clonazepam clonidine clopidogrel clotrimazole clozapine codeine colchicine colesevelam colestyramine
cyanocobalamin cyclizine cyclobenzaprine cyclophosphamide cyclosporine cyproterone dabigatran dapagliflozin dapsone darbepoetin darifenacin darunavir deferasirox denosumab desloratadine desmopressin
desogestrel desvenlafaxine dexamethasone dexamfetamine dexamphetamine dexlansoprazole dextroamphetamine dextromethorphan diazepam diclofenac dicyclomine dicycloverine digoxin dihydrocodeine diltiazem
dimenhydrinate diphenhydramine dipyridamole disulfiram divalproex docusate dolutegravir domperidone donepezil dorzolamide dosulepin dothiepin doxazosin doxepin doxycycline doxylamine
dronedarone drospirenone dulaglutide duloxetine dupilumab dutasteride edoxaban efavirenz eletriptan empagliflozin emtricitabine enalapril enoxaparin entacapone entecavir eplerenone
eprosartan erenumab ergocalciferol erlotinib ertugliflozin erythromycin escitalopram esomeprazole estradiol oestradiol eszopiclone etanercept ethambutol ethinylestradiol ethosuximide etodolac etoricoxib
etravirine everolimus evolocumab exemestane exenatide ezetimibe famciclovir famotidine febuxostat felodipine fenofibrate fentanyl ferrous fesoterodine fexofenadine fidaxomicin
finasteride fingolimod flavoxate flecainide flucloxacillin fluconazole fludrocortisone fluoxetine flupentixol fluticasone fluvastatin fluvoxamine folate formoterol fosfomycin fosinopril
frovatriptan frusemide furosemide fusidic gabapentin galantamine gemfibrozil gentamicin glibenclamide gliclazide glimepiride glipizide glucosamine glyburide glycopyrrolate glycopyrronium goserelin
granisetron griseofulvin guaifenesin guanfacine haloperidol heparin hydralazine hydrochlorothiazide hydrocodone hydrocortisone hydromorphone hydroxocobalamin hydroxychloroquine hydroxyurea hydroxyzine hyoscine
hyoscyamine ibandronate ibuprofen imatinib imipramine imiquimod indapamide indacaterol indometacin indomethacin infliximab insulin ipratropium irbesartan iron isoniazid isosorbide
isotretinoin isradipine itraconazole ivabradine ivermectin ketoconazole ketoprofen ketorolac ketotifen labetalol lacosamide lactulose lamivudine lamotrigine lansoprazole latanoprost
leflunomide lercanidipine letrozole leucovorin leuprolide levetiracetam levocetirizine levodopa levofloxacin levonorgestrel levothyroxine lidocaine linaclotide linagliptin linezolid liothyronine
liraglutide lisdexamfetamine lisinopril lithium lofepramine loperamide lopinavir loratadine lorazepam lormetazepam losartan lovastatin loxapine lumateperone lurasidone lymecycline
macrogol magnesium maraviroc mebendazole mebeverine meclizine medroxyprogesterone mefenamic mefloquine megestrol melatonin meloxicam memantine mepolizumab mercaptopurine mesalamine
mesalazine metaxalone metformin methadone methenamine methimazole methocarbamol methotrexate methyldopa methylphenidate methylprednisolone metoclopramide metolazone metoprolol metronidazole mianserin
miconazole midodrine minocycline minoxidil mirabegron mirtazapine misoprostol modafinil moclobemide molnupiravir mometasone montelukast morphine moxifloxacin moxonidine mupirocin
mycophenolate nabumetone nadolol naloxone naltrexone naproxen naratriptan nateglinide nebivolol nefopam neomycin nevirapine niacin nicorandil nicotine nifedipine
nimodipine nitrazepam nitrofurantoin nitroglycerin nizatidine norethisterone norethindrone nortriptyline nystatin ofloxacin olanzapine olmesartan olopatadine omalizumab omeprazole ondansetron
orlistat orphenadrine oseltamivir oxandrolone oxazepam oxcarbazepine oxybutynin oxycodone oxymetazoline oxytetracycline paliperidone pantoprazole paracetamol paroxetine penicillamine penicillin
pentoxifylline perampanel perindopril permethrin phenelzine phenobarbital phenobarbitone phenoxymethylpenicillin phentermine phenylephrine phenytoin pholcodine pilocarpine pimecrolimus pindolol pioglitazone
piroxicam pizotifen posaconazole potassium pramipexole prasugrel pravastatin praziquantel prazosin prednisolone prednisone pregabalin primaquine primidone probenecid prochlorperazine
procyclidine progesterone promethazine propafenone propranolol propylthiouracil pseudoephedrine psyllium pyrazinamide pyridostigmine pyridoxine quetiapine quinapril quinine rabeprazole raloxifene
raltegravir ramelteon ramipril ranitidine ranolazine rasagiline repaglinide ribavirin rifabutin rifampicin rifampin rifaximin riluzole risedronate risperidone ritonavir rituximab
rivaroxaban rivastigmine rizatriptan roflumilast ropinirole rosiglitazone rosuvastatin rotigotine roxithromycin rupatadine sacubitril safinamide salbutamol salmeterol saxagliptin secukinumab
selegiline semaglutide senna sertraline sevelamer sildenafil silodosin simethicone simvastatin sirolimus sitagliptin sofosbuvir solifenacin sotalol spironolactone sucralfate
sulfadiazine sulfamethoxazole sulfasalazine sulindac sulpiride sumatriptan tacrolimus tadalafil tamoxifen tamsulosin tapentadol telmisartan temazepam tenofovir terazosin terbinafine
terbutaline teriflunomide teriparatide testosterone tetracycline theophylline thiamine thyroxine tiagabine ticagrelor timolol tinidazole tiotropium tirzepatide tizanidine tobramycin
tofacitinib tolterodine tolvaptan topiramate torasemide torsemide tramadol trandolapril tranexamic travoprost trazodone tretinoin triamcinolone triamterene trifluoperazine trihexyphenidyl
trimethoprim trimipramine trospium ursodiol ustekinumab valaciclovir valacyclovir valganciclovir valproate valsartan vancomycin vardenafil varenicline vedolizumab venlafaxine verapamil
vigabatrin vilanterol vilazodone vildagliptin voriconazole vortioxetine warfarin zafirlukast zanamivir ziprasidone zoledronic zolmitriptan zolpidem zonisamide zopiclone zuclopenthixol zinc
abilify accupril aciphex actonel actos adalat adderall advair advil aldactone aleve allegra altace amaryl ambien amoxil anoro arimidex aricept atacand atarax ativan
atripla atrovent augmentin avandia avapro avodart azilect bactrim bactroban belsomra benadryl benicar berocca betmiga bisolvon boniva botox breo brilinta brintellix buscopan
buspar bydureon byetta bystolic caduet calpol caltrate cardizem cardura cartia catapres celebrex celexa champix chantix cialis cipralex cipro citracal clarinex claritin claratyne
clexane climara clomid codral colace colgout combivent concerta coreg coumadin coversyl cozaar creon crestor cymbalta cytomel deltasone demerol depakote depo desyrel detrol
dexedrine dexilant diabex diaformin diamicron diflucan dilantin dilaudid diovan ditropan dulcolax duodart duromine duragesic dyazide ecotrin effexor efexor elavil eliquis
elocon endep endone enbrel entresto epilim epipen estrace eutroxsig excedrin exforge ezetrol farxiga feldene ferrograd flagyl flexeril flixonase flixotide flomax flomaxtra flonase
flovent forxiga fosamax fragmin fybogel galvus gaviscon glucophage glucotrol halcion humalog humira hydrodiuril hytrin hyzaar imdur imigran imitrex imodium imovane imuran
inderal incruse invokana isoptin janumet januvia jardiance kalydeco karvea karvezide keflex keppra klonopin lamictal lamisil lantus largactil lasix latuda lescol levemir levitra
levaquin levoxyl lexapro lexotan librium linzess lioresal lipitor lipidil livial lodine lomotil lopid lopressor losec lovan lovaza lovenox lozol lucentis lumigan lunesta
luvox lyrica macrobid madopar maxalt maxolon medrol metamucil methoblastin micardis microgynon microzide minax minipress mirapex mobic monodox monopril motilium motrin movicol movantik
mucinex mylanta myrbetriq mysoline namenda naprosyn nardil nasonex neoral nurofen neurontin nexium niaspan nicorette nitrostat nizoral norco normison norvasc novolog
novorapid nuvigil olmetec ordine orudis ostelin oxycontin oxynorm ozempic pamelor panadeine panadol panafen parlodel pariet paxil paxlovid pepcid percocet periactin persantin phenergan
piriton piriteze plaquenil plavix plendil ponstan pradaxa pravachol prazac premarin prevacid prilosec prinivil pristiq proair procardia prograf prolia propecia proscar protonix
protos proventil provera provigil prozac pulmicort qvar ramace ranexa razadyne reglan relpax remeron remicade renitec requip restasis restoril retin revatio rhinocort risperdal
ritalin rivotril robaxin robitussin roaccutane sandomigran saxenda seebri senokot septrin serc serepax seretide seroquel serevent silenor simbicort sinemet singulair skelaxin
skyrizi solian soma somac sovaldi spiriva stalevo stelara stemetil stilnox strattera suboxone subutex sudafed symbicort synthroid tagamet tambocor tamiflu targin targocid
tecfidera tegretol telfast temaze tenormin theodur toprol topamax toujeo tradjenta tramal trajenta travatan trelegy tresiba tricor trileptal tritace trulicity truvada tylenol
uloric ultracet ultram uniphyl urispas valium valtrex vasotec ventolin vesicare viagra vicodin victoza vimpat vistaril voltaren voltarol vytorin vyvanse warfarine welchol wellbutrin
wegovy xalatan xanax xarelto xeljanz xenical xolair xyzal yasmin yaz zanaflex zantac zanidip zaroxolyn zestoretic zestril zetia zocor zofran zoladex zoloft zomig zomorph
zovirax zyban zyloprim zyloric zyprexa zyrtec zyvox mounjaro rybelsus dupixent ubrelvy nurtec rinvoq cosentyx otezla orencia actemra aimovig ajovy praluent repatha leqvio vraylar rexulti
adipex contrave qsymia antabuse revia vivitrol lithobid equetro eskalith cogentin haldol thorazine stelazine mellaril navane fanapt saphris geodon invega caplyta clozaril anafranil tofranil
sinequan surmontil vivactil ludiomil asendin marplan parnate emsam fetzima viibryd trintellix auvelity spravato nuedexta xenazine austedo ingrezza aubagio gilenya mavenclad ocrevus
clenil fostair bricanyl salamol easyhaler bretaris spiolto pulmozyme tegaderm canesten duac epiduo differin zineryt dovobet eumovate dermovate betnovate diprobase cetraben hydromol
laxido co-codamol co-amoxiclav co-dydramol co-careldopa co-beneldopa co-trimoxazole microlax coloxyl nicabate vermox combantrin hydrozole kenacomb advantan elidel protopic
levlen brenda diane estelle loette marvelon slinda zoely mirena implanon nuvaring ostevit elevit blackmores fefol ferro maltofer sustagen hydralyte gastrolyte pedialyte
acipimox agomelatine alectinib alemtuzumab amifampridine anidulafungin apomorphine asenapine avanafil azilsartan benralizumab benserazide betaxolol bilastine bivalirudin brivaracetam
calcitonin canakinumab cangrelor carbachol carteolol cefazolin cefepime cefotaxime ceftazidime ceftriaxone cenobamate certolizumab cilazapril clofazimine cobicistat crisaborole cytarabine
dalteparin dantrolene daridorexant deflazacort degarelix dexmedetomidine dicloxacillin didanosine dienogest difelikefalin diphenoxylate doravirine dydrogesterone ebastine edaravone elagolix elexacaftor eltrombopag
ephedrine epinephrine adrenaline erdafitinib eslicarbazepine esketamine esmolol estriol evinacumab fenoterol fezolinetant filgrastim finerenone fluorouracil flurbiprofen flutamide fondaparinux fosphenytoin fremanezumab
galcanezumab gestodene glecaprevir golimumab guselkumab hydroxyprogesterone ibrutinib imidapril inclisiran ixekizumab ketamine lanthanum lasmiditan lefamulin lemborexant lenalidomide letermovir levobunolol
levomepromazine lixisenatide lofexidine lomitapide lumacaftor macitentan manidipine maprotiline meprobamate methyltestosterone metyrapone milnacipran milrinone mitotane nadroparin nedocromil
niraparib nirmatrelvir nitisinone nitroprusside octreotide olaparib oliceridine omadacycline opicapone osimertinib oxaprozin ozanimod palbociclib pancrelipase paricalcitol pegfilgrastim
penciclovir pentazocine perhexiline perphenazine phenindione pimavanserin pirenzepine pirfenidone pitavastatin pitolisant ponesimod prucalopride quinagolide reboxetine relugolix reserpine rifapentine rimegepant
risankizumab romosozumab ruxolitinib sapropterin sarilumab siponimod solriamfetol sorafenib stiripentol sugammadex sunitinib suvorexant tafluprost tasimelteon tegaserod teicoplanin tezepelumab thalidomide
thioridazine tibolone ticlopidine tildrakizumab tolbutamide tolcapone trabectedin treprostinil triazolam trifluridine trimetazidine ubrogepant ulipristal upadacitinib valbenazine vericiguat vernakalant vonoprazan zaleplon
alvesco aerius allermax alphapress amizide andriol aratac arava aspro astrix atelvia atozet avelox avonex azopt barbloc betaloc betadine bonjela brevinor brufen burinex caverject celestone chlorsig chlorvescent
cilopam citalo clopine coplavix cordilox cyklokapron daivobet daivonex deptran deralin detrusitol diamox dioralyte dilatrend dimetapp diprosone dithiazide doryx ducene durogesic dymadon
efudix eleuphrat endoxan epaq epzicom erythrocin estalis estradot estrofem evista famvir flutide fortamet fosavance frisium fucidin fucithalmic ganaton gemtesa genotropin glivec gopten
hiprex hygroton hypnodorm inspra intal iscover isordil jurnista kapanox kenalog kinson klacid kliogest kytril lanoxin lercadip livostin locoid logem lorstat lucrin lyclear maxidex melizide
mersyndol mesasal mircera mogadon monoplus murelax myfortic nasacort natrilix neulactil neoclarityn nitrolingual norspan noten novomix novasone nuelin olumiant orap oroxine otocomb oxis
ozurdex palexia panamax parachoc pegasys pentasa permax pexsig physiotens plaqacide polaramine premia prexum primolut progynova prothiaden pyralvex questran quetia quilonum quinate ranzepam rapamune raniclor
renagel resonium ridaura rocaltrol roxin rulide ryzodeg salofalk salazopyrin sabril sandostatin sifrol solone solavert sporanox stemzine stugeron surgam symmetrel tazac tarka tenopt tilade topace
tranalpha trandate transiderm travacalm tryptanol twynsta ulcyte unasyn urex ursofalk vagifem valdoxan valpam ventavis veracaps visanne vibramycin vibra-tabs xigduo yasminelle zactin zanextra zeldox
zentel zinnat zumenon zydol jardiamet segluromet steglatro glyxambi trijardy synjardy invokamet qtern steglujan adlyxin soliqua xultophy basaglar semglee fiasp lyumjev admelog apidra insuman optisulin
symproic trulance motegrity relistor amitiza viberzi xifaxan zegerid pylera carafate cytotec librax bentyl levsin anusol asacol lialda apriso uceris entocort omvoh zeposia tekturna edarbi edarbyclor
azor tribenzor lotrel lotensin vaseretic tenoretic ziac zebeta corlanor multaq tikosyn betapace rythmol nexletol nexlizet livalo zypitamag vascepa savaysa effient zontivity brilique lixiana
emgality vyepti qulipta reyvow zavzpret cafergot fioricet esgic relafen daypro toradol cambia zipsor nucynta opana xtampza hysingla belbuca butrans zubsolv lucemyra narcan
circadin nytol beconase dymista avamys xhance otrivine sinutab lemsip strepsils difflam rolaids dulcoease resolor constella
adcal accrete calcichew evacal theical fultium thorens colecal natecal bonviva forsteo aclasta evenity alendronic ibandronic risedronic neo-cytamen
telma stamlo amlong rosuvas atorva glimisave gluconorm istamet volini zincovit neurobion rantac cilacar concor cardivas clopilet deplatt nikoran lasilactone dytor
eltroxin levolin asthalin foracort budecort duolin montair cetzine okacet sinarest cheston ascoril grilinctus moxikind clavam cifran taxim monocef norflox oflomac
voveran sevikar coveram reaptan zimstat simvar lipex vastin cavstat crosuva rosuzet ezalo ozidal rixadone zypine lanzek avanza mirtanza auscap setrona
eleva sertra xydep loxalate esipram lexam altven enlafax elaxine tensig sozol salpraz panthron ozpan noxicid nexole guardium acimax probitor maxor
meloxibell moxicam movalis arthrexin formet metex glucohexal panafcort panafcortelone predsone predsolone marevan jantoven tertroxin neomercazole propycil florinef hysone cortate primoteston
reandron sustanon ovestin kliovance femoston trisequens duphaston microlut noriday cerazette rigevidon gedarel lestramyl millinette ovranette cilest zelleta cerelle femodene mercilon
dianette logynon qlaira eloine lucette daylette tegison neotigason isotrex oratane roaccutan minomycin akamin doxylin frakas vibratab biaxsig zithromax klaricid distaclor
ceclor keforal ibilex cilex rancef alphamox cilamox moxacin curam clamoxyl flopen staphylex distaph abbocillin cilicaine bicillin noroxin ciproxin proquin resprim
triprim alprim macrodantin
biotin turmeric chondroitin probiotic probiotics multivitamin multivitamins creatine collagen echinacea ashwagandha ginkgo ginseng valerian
`
const MORE_WORDS = `
glycomet gp|vitamin a|vitamin b|vitamin b1|vitamin b6|vitamin b12|vitamin b 12|vitamin c|vitamin d|vitamin d3|vitamin d 3|vitamin e|vitamin k|folic acid|fish oil|krill oil|omega 3|cod liver oil|evening primrose oil
st john's wort|st john’s wort|milk of magnesia|zoledronic acid|tranexamic acid|mefenamic acid|valproic acid|ascorbic acid|fusidic acid|ursodeoxycholic acid|mycophenolic acid
sodium valproate|sodium bicarbonate|sodium picosulfate|potassium chloride|potassium citrate|magnesium citrate|magnesium oxide|magnesium glycinate|calcium carbonate|calcium citrate
ferrous sulfate|ferrous sulphate|ferrous fumarate|ferrous gluconate|glyceryl trinitrate|isosorbide mononitrate|isosorbide dinitrate|insulin glargine|insulin aspart|insulin lispro|insulin detemir|insulin degludec
amoxicillin clavulanate|amoxicillin clavulanic acid|levodopa carbidopa|carbidopa levodopa|trimethoprim sulfamethoxazole|peppermint oil|ginkgo biloba|saw palmetto|milk thistle|coenzyme q10|co q10|coq10
mst continus|ms contin|gtn spray|pain au|low dose aspirin|baby aspirin|ural sachets|cranberry tablets|deep heat|tiger balm|depo provera|retin a|k dur|slow k|m eslon|birth control pill
`

const ONE = new Set(ONE_WORD.trim().split(/\s+/))
const MORE = new Set(MORE_WORDS.trim().split(/[|\n]/))

/** Every name of the list. */
export const listedNames = (): string[] => [...ONE, ...MORE]

/** Whether the words, in small letters, are the name of a common medicine. */
export const isMedicineName = (words: string): boolean => ONE.has(words) || MORE.has(words)

/** Endings of the international names of substances (INN stems), and no others: what has one of them is a medicine in any sentence. */
const STEM =
  /^\p{L}{2,}(?:april|epril|inopril|opril|sartan|statin|olol|alol|ilol|cillin|mycin|micin|cycline|floxacin|prazole|conazole|nidazole|bendazole|tidine|dipine|azepam|zolam|zepam|barbital|caine|oxetine|triptyline|ipramine|formin|gliptin|gliflozin|glutide|glitazone|thiazide|asone|olone|sonide|terol|tropium|lukast|parin|xaban|dronate|dronic|fenac|profen|oxicam|coxib|codone|morphone|triptan|setron|idone|piprazole|apine|gabalin|zolamide|oprost|amiodarone|darone|denafil|dalafil|osin|asteride|vudine|ciclovir|cyclovir|tegravir|previr|buvir|navir|tinib|ciclib|zumab|ximab|limumab|tuzumab|mumab|lizumab|cept|fibrate|glinide|grelor|grel|semide|sulfone|tizide|trexate|platin|rubicin|taxel|orphan|orphine|phylline|racetam|giline|nazole|fungin|penem|cef\p{L}+|thyroxine|vaptan|mustine|relin|tocin|bactam|mectin)$/iu
/** English words that end like one. */
const NO_MEDICINE =
  /^(?:concept|accept|except|intercept|precept|percept|deception|platin|orphan|latin|satin|bedside|reason|season|person|prison|poison|cousin|basin|resin|raisin|moccasin|alone|stolone|baritone|cousins?)$/i

/** Whether a word ends as the names of substances do. */
export const hasMedicineEnding = (word: string): boolean =>
  STEM.test(word) && !NO_MEDICINE.test(word) && word.length >= 6
